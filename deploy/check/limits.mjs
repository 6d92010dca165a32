// How many of 14 sign-ins of one wallet at once are let through: limits.mjs ORIGIN. The limit is 5 a minute, however many
// gateways count.
const [origin] = process.argv.slice(2);
const body = JSON.stringify({ wallet_address: '0x2222222222222222222222222222222222222222' });
const headers = { 'content-type': 'application/json', connection: 'close' };
const ask = () => fetch(`${origin}/api/auth/login`, { method: 'POST', headers, body });
const statuses = (await Promise.all(Array.from({ length: 14 }, ask))).map(({ status }) => status);
console.log(statuses.filter((status) => status === 200).length);
