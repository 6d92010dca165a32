// Counts the payouts due to a player of the local chain, as the administrator sees them: payouts-due.mjs PROJECT ORIGIN INDEX
// EXPECTED. Waits up to a minute for the expected number.
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';

const [project, origin, index, expected] = process.argv.slice(2);
const { mnemonicToAccount } = createRequire(`${project}/tools/local-stack/package.json`)('viem/accounts');
const { MNEMONIC } = await import(`${project}/tools/local-stack/dist/dependencies/accounts.js`);
const { signIn } = await import(`${project}/tools/local-stack/dist/clients/signed-in.js`);
const account = (addressIndex) => mnemonicToAccount(MNEMONIC, { addressIndex });
const headers = { authorization: `Bearer ${await signIn(`${origin}/api`, account(0))}` };
const player = account(Number(index)).address.toLowerCase();

async function countDue() {
  const body = await (await fetch(`${origin}/api/admin/payouts?limit=100`, { headers })).json();
  if (!body.success) throw new Error(JSON.stringify(body));
  return body.data.payouts.filter(({ recipient }) => recipient.toLowerCase() === player).length;
}

let found = await countDue();
for (let tries = 0; found !== Number(expected) && tries < 60; tries += 1) {
  await sleep(1_000);
  found = await countDue();
}
console.log(found);
