// Counts how many of 14 concurrent sign-ins of one wallet succeed: limits.mjs ORIGIN. The limit is 5 per minute for all gateways
// together.
const [origin] = process.argv.slice(2);
const body = JSON.stringify({ wallet_address: '0x2222222222222222222222222222222222222222' });
const headers = { 'content-type': 'application/json', connection: 'close' };
const ask = () => fetch(`${origin}/api/auth/login`, { method: 'POST', headers, body });
const statuses = (await Promise.all(Array.from({ length: 14 }, ask))).map(({ status }) => status);
console.log(statuses.filter((status) => status === 200).length);
