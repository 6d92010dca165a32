import { query } from '@touchline/service-kit/data/database';
import { beforeEach, describe, expect, it } from 'vitest';
import { ledgerDatabase } from '../testing/ledger-database.ts';
import { type EmittedLog, ScriptedChain, ScriptedRpc } from '../testing/scripted-chain.ts';
import { gameKey, paidLog, settledLog, VAULT } from '../testing/vault-logs.ts';
import { combineRpcs } from '../transfer-reader.ts';
import { createVaultLedger, type VaultLedger } from './vault-ledger.ts';

const GAME = gameKey(0);
const suite = ledgerDatabase();
let chain: ScriptedChain;
let ledger: VaultLedger;

/** Starts a chain whose blocks become final after `finalDepth` more. */
function start(finalDepth: number): void {
  chain = new ScriptedChain({ finalDepth });
  const reader = combineRpcs([new ScriptedRpc(chain), new ScriptedRpc(chain)]);
  ledger = createVaultLedger({ db: suite.db, chainId: 480, vault: VAULT, reader, confirmations: 1 });
}

beforeEach(() => suite.empty());

function mine(blocks: number): void {
  for (let n = 0; n < blocks; n++) chain.mine();
}

const emit = (...logs: EmittedLog[]) => chain.mine(chain.transaction([], logs));
const listEvents = () =>
  query(suite.db, 'select kind, state from vault_events order by block_number, log_index');

describe('blocks that are not final', () => {
  it('vault ledger reads new blocks only while nothing becomes final', async () => {
    start(1_000);
    mine(20);
    emit(settledLog(GAME));
    await ledger.follow();
    emit(paidLog(GAME, 0));
    expect((await ledger.follow()).changed).toEqual([GAME]);
    mine(1);
    expect(await ledger.follow()).toEqual({ more: false, changed: [] });
    expect(await ledger.follow()).toEqual({ more: false, changed: [] });
    expect(await listEvents()).toEqual([
      { kind: 'SETTLED', state: 'SEEN' },
      { kind: 'PAID', state: 'SEEN' },
    ]);
  });

  it('vault ledger keeps the events of a long range when it becomes final after a delay', async () => {
    start(6_000);
    mine(5_900);
    emit(settledLog(GAME));
    while ((await ledger.follow()).more);
    expect(await listEvents()).toEqual([{ kind: 'SETTLED', state: 'SEEN' }]);
    mine(200);
    await ledger.follow();
    expect(await listEvents()).toEqual([{ kind: 'SETTLED', state: 'SEEN' }]);
    mine(6_000);
    await ledger.follow();
    expect(await listEvents()).toEqual([{ kind: 'SETTLED', state: 'FINAL' }]);
  });
});
