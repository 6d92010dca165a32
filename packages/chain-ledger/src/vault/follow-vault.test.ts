import { beforeEach, expect, it } from 'vitest';
import { ledgerDatabase } from '../testing/ledger-database.ts';
import { type EmittedLog, ScriptedChain, ScriptedRpc } from '../testing/scripted-chain.ts';
import { ACCOUNT, gameKey, ROOT, reclaimedLog, settledLog, TOKEN, VAULT } from '../testing/vault-logs.ts';
import { combineRpcs } from '../transfer-reader.ts';
import { createVaultLedger, type VaultLedger } from './vault-ledger.ts';

const GAME = gameKey(0);
const suite = ledgerDatabase();
let chain: ScriptedChain;
let ledger: VaultLedger;

beforeEach(async () => {
  await suite.empty();
  chain = new ScriptedChain({ finalDepth: 20_000 });
  chain.mine();
  const reader = combineRpcs([new ScriptedRpc(chain), new ScriptedRpc(chain)], { timeoutMs: 1_000 });
  ledger = createVaultLedger({ db: suite.db, chainId: 480, vault: VAULT, reader, confirmations: 1 });
});

const emit = (log: EmittedLog) => chain.mine(chain.transaction([], [log]));
const verify = () => ledger.verifyFunding(suite.db, GAME, { root: ROOT, token: TOKEN, total: 10n });
async function followAll(): Promise<void> {
  while ((await ledger.follow()).more);
}

it('a settlement stays known while finality returns after more blocks than a round reads', async () => {
  await followAll();
  for (let block = 0; block < 6_000; block += 1) chain.mine();
  emit(settledLog(GAME));
  await followAll();
  expect(await verify()).toBe('SEEN');
  chain.mine();
  chain.finalized = chain.height;
  expect((await ledger.follow()).changed).toEqual([GAME]);
  expect(await verify()).toBe('FUNDED');
});

it.each([
  ['root', { root: gameKey(9) }],
  ['token', { token: ACCOUNT }],
  ['total', { total: 9n }],
])('a settlement with another %s stays different after its rest was reclaimed', async (_, change) => {
  emit(settledLog(GAME, change));
  emit(reclaimedLog(GAME));
  await ledger.follow();
  expect(await verify()).toBe('DIFFERENT');
});
