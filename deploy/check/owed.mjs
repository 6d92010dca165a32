// How many payouts are owed to a player of the local chain, as the administrator sees it: owed.mjs PROJECT ORIGIN INDEX WANTED.
// Waits a minute for as many as wanted.
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';

const [project, origin, index, wanted] = process.argv.slice(2);
const { mnemonicToAccount } = createRequire(`${project}/tools/local-stack/package.json`)('viem/accounts');
const { MNEMONIC } = await import(`${project}/tools/local-stack/dist/dependencies/accounts.js`);
const { signIn } = await import(`${project}/tools/local-stack/dist/clients/signed-in.js`);
const account = (addressIndex) => mnemonicToAccount(MNEMONIC, { addressIndex });
const headers = { authorization: `Bearer ${await signIn(`${origin}/api`, account(0))}` };
const player = account(Number(index)).address.toLowerCase();

async function owed() {
  const answer = await (await fetch(`${origin}/api/admin/payouts?limit=100`, { headers })).json();
  if (!answer.success) throw new Error(JSON.stringify(answer));
  return answer.data.payouts.filter(({ recipient }) => recipient.toLowerCase() === player).length;
}

let found = await owed();
for (let tries = 0; found !== Number(wanted) && tries < 60; tries += 1) {
  await sleep(1_000);
  found = await owed();
}
console.log(found);
