// Chain and feed for the Compose stack, on an address that its containers reach: outside.mjs PROJECT HOST RPC_PORT FEED_PORT OUT
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const [project, host, rpcPort, feedPort, out] = process.argv.slice(2);
const at = (path) => import(`${project}/tools/local-stack/dist/${path}`);
const { MNEMONIC, chainAccounts } = await at('dependencies/accounts.js');
const { rpc, mineAtOnce, mineEvery } = await at('dependencies/json-rpc.js');
const { deployAndFund } = await at('dependencies/contracts.js');
const { startReplay } = await import(`${project}/tools/season-replay/dist/replay.js`);
const { DEMO_SEASON, readArchive } = await import(
  `${project}/tools/season-replay/dist/archive/archive-reader.js`
);

const chain = [
  '--chain-id',
  '480',
  '--quiet',
  '--mnemonic',
  MNEMONIC,
  '--accounts',
  '20',
  '--block-time',
  '2',
];
const kept = ['--slots-in-an-epoch', '4', '--max-persisted-states', '32', '--cache-path', `${out}.cache`];
const program = `${project}/node_modules/@foundry-rs/anvil-linux-amd64/bin/anvil`;
const anvil = spawn(program, ['--host', host, '--port', rpcPort, ...chain, ...kept], { stdio: 'inherit' });
process.on('exit', () => anvil.kill('SIGKILL'));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(0));
const url = `http://${host}:${rpcPort}`;
for (let tries = 0; ; tries += 1) {
  const chainId = await rpc(url, 'eth_chainId', []).catch(() => null);
  if (chainId) break;
  if (tries > 150) throw new Error('anvil does not respond');
  await sleep(200);
}
await mineAtOnce(url);
const { token, worldcoin, vault } = await deployAndFund(url, chainAccounts());
await mineEvery(url, 2);
const replay = await startReplay({
  archive: await readArchive(DEMO_SEASON),
  host,
  port: Number(feedPort),
  gameweekMinutes: 20,
});
const [admin, treasury, staking] = [0, 9, 10].map((index) => chainAccounts()[index].address);
const calendar = replay.calendar();
const contracts = { token, worldcoin, vault };
const facts = { rpc: url, feed: replay.url, ...contracts, admin, treasury, staking, calendar };
writeFileSync(out, JSON.stringify(facts));
