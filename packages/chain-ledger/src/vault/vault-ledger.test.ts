import { query } from '@touchline/service-kit/data/database';
import type { Hex } from 'viem';
import { beforeEach, describe, expect, it } from 'vitest';
import { moveCursor, readCursor } from '../ledger.store.ts';
import { ledgerDatabase } from '../testing/ledger-database.ts';
import { type EmittedLog, ScriptedChain, ScriptedRpc } from '../testing/scripted-chain.ts';
import {
  ACCOUNT,
  gameKey,
  otherLog,
  paidLog,
  ROOT,
  reclaimedLog,
  refilledLog,
  revokedLog,
  settledLog,
  TOKEN,
  VAULT,
} from '../testing/vault-logs.ts';
import { combineRpcs } from '../transfer-reader.ts';
import { createVaultLedger, type VaultLedger } from './vault-ledger.ts';

const FINAL_DEPTH = 10;
const EXPECTED = { root: ROOT, token: TOKEN, total: 10n };
const [GAME, OTHER_GAME] = [gameKey(0), gameKey(1)];
const suite = ledgerDatabase();
let chain: ScriptedChain;
let rpcs: ScriptedRpc[];
let ledger: VaultLedger;

const openLedger = () =>
  createVaultLedger({
    db: suite.db,
    chainId: 480,
    vault: VAULT,
    reader: combineRpcs(rpcs, { timeoutMs: 50 }),
    confirmations: 1,
  });

beforeEach(async () => {
  await suite.empty();
  chain = new ScriptedChain({ finalDepth: FINAL_DEPTH });
  mine(20);
  rpcs = [new ScriptedRpc(chain), new ScriptedRpc(chain)];
  ledger = openLedger();
});

function mine(blocks: number): void {
  for (let n = 0; n < blocks; n++) chain.mine();
}

/** Mines a block with one transaction. */
function emit(...logs: EmittedLog[]) {
  const transaction = chain.transaction([], logs);
  chain.mine(transaction);
  return transaction;
}

const verify = async (game: Hex = GAME) => (await ledger.verifyFunding(suite.db, game, EXPECTED)).funding;
const PAID = `select * from vault_events where game = ? and kind = 'PAID' order by prize_index`;
const readPaid = (game: Hex) => query<{ prize_index: string; state: string }>(suite.db, PAID, [game]);
const listPaid = async (game: Hex = GAME) =>
  (await readPaid(game)).map(({ prize_index, state }) => [Number(prize_index), state]);

describe('verifyFunding', () => {
  it('vault ledger counts a settlement as funded only when it is irreversible', async () => {
    await ledger.follow();
    expect(await verify()).toBe('MISSING');
    emit(settledLog(GAME));
    expect(await ledger.follow()).toEqual({ more: false, changed: [GAME] });
    expect(await verify()).toBe('SEEN');
    mine(FINAL_DEPTH);
    expect((await ledger.follow()).changed).toEqual([GAME]);
    expect(await verify()).toBe('FUNDED');
    expect(await ledger.verifyFunding(suite.db, GAME, EXPECTED)).toMatchObject({
      found: { settled: { root: ROOT, token: TOKEN, amount: 10n, opens_at: 1_000_000, state: 'FINAL' } },
      funding: 'FUNDED',
    });
    expect(await verify(OTHER_GAME)).toBe('MISSING');
  });

  it.each([
    ['root', { root: gameKey(9) }],
    ['token', { token: ACCOUNT }],
    ['total', { total: 9n }],
  ])(
    'vault ledger does not count a settlement with another %s as funded, also after a reclaim',
    async (_, change) => {
      emit(settledLog(GAME, change));
      mine(FINAL_DEPTH);
      await ledger.follow();
      expect(await verify()).toBe('DIFFERENT');
      emit(reclaimedLog(GAME));
      await ledger.follow();
      expect(await verify()).toBe('DIFFERENT');
    },
  );

  it('vault ledger reports a revoked settlement, and the correct one that follows it', async () => {
    emit(settledLog(GAME, { root: gameKey(9) }));
    emit(revokedLog(GAME));
    await ledger.follow();
    expect(await verify()).toBe('REVOKED');
    emit(settledLog(GAME));
    mine(FINAL_DEPTH);
    await ledger.follow();
    expect(await verify()).toBe('FUNDED');
  });

  it('vault ledger keeps unpaid prizes due after the rest was reclaimed', async () => {
    emit(settledLog(GAME), paidLog(GAME, 0));
    emit(reclaimedLog(GAME));
    mine(FINAL_DEPTH);
    await ledger.follow();
    expect(await verify()).toBe('RECLAIMED');
    expect(await listPaid()).toEqual([[0, 'FINAL']]);
  });

  it('vault ledger counts a refilled game as funded again once the refill is irreversible, until the next reclaim', async () => {
    emit(settledLog(GAME), paidLog(GAME, 0));
    emit(reclaimedLog(GAME));
    emit(reclaimedLog(GAME));
    mine(FINAL_DEPTH);
    emit(refilledLog(GAME));
    await ledger.follow();
    expect(await verify()).toBe('RECLAIMED');
    chain.remove(1);
    mine(FINAL_DEPTH + 2);
    await ledger.follow();
    expect(await verify()).toBe('RECLAIMED');
    emit(refilledLog(GAME));
    mine(FINAL_DEPTH);
    await ledger.follow();
    expect(await verify()).toBe('FUNDED');
    emit(reclaimedLog(GAME));
    await ledger.follow();
    expect(await verify()).toBe('RECLAIMED');
  });
});

describe('payments', () => {
  it('vault ledger stores a payment as SEEN, then FINAL, by game and index alone', async () => {
    emit(settledLog(GAME), settledLog(OTHER_GAME), otherLog());
    emit(paidLog(GAME, 3), paidLog(GAME, 4), paidLog(OTHER_GAME, 3), otherLog());
    await ledger.follow();
    expect(await listPaid()).toEqual([
      [3, 'SEEN'],
      [4, 'SEEN'],
    ]);
    mine(FINAL_DEPTH);
    await ledger.follow();
    expect(await listPaid()).toEqual([
      [3, 'FINAL'],
      [4, 'FINAL'],
    ]);
    expect(await listPaid(OTHER_GAME)).toEqual([[3, 'FINAL']]);
    const fields = { prize_index: '4', account: ACCOUNT, token: TOKEN, amount: '5', state: 'FINAL' };
    expect((await readPaid(GAME))[1]).toMatchObject(fields);
  });

  it('vault ledger removes a payment that a reorganisation removed, and finds it again in another block', async () => {
    emit(settledLog(GAME));
    await ledger.follow();
    const payment = emit(paidLog(GAME, 1));
    await ledger.follow();
    expect(await listPaid()).toEqual([[1, 'SEEN']]);

    chain.remove(1);
    mine(3);
    expect((await ledger.follow()).changed).toEqual([GAME]);
    expect(await listPaid()).toEqual([]);
    expect(await verify()).toBe('SEEN');

    chain.mine(payment);
    await ledger.follow();
    expect(await listPaid()).toEqual([[1, 'SEEN']]);
    mine(FINAL_DEPTH);
    await ledger.follow();
    expect(await listPaid()).toEqual([[1, 'FINAL']]);
  });

  it('vault ledger returns to unfunded when a reorganisation removes the settlement', async () => {
    emit(settledLog(GAME));
    await ledger.follow();
    chain.remove(1);
    mine(2);
    await ledger.follow();
    expect(await verify()).toBe('MISSING');
  });

  it('vault ledger changes nothing when two workers read the same blocks', async () => {
    emit(settledLog(GAME), paidLog(GAME, 0), paidLog(GAME, 1));
    await Promise.all([ledger.follow(), openLedger().follow(), openLedger().follow()]);
    await ledger.follow();
    expect(await listPaid()).toHaveLength(2);
  });
});

it('vault ledger leaves the cursor of transfers to the same address unchanged', async () => {
  const transfers = { chainId: 480, address: VAULT, side: 'recipient' } as const;
  const cursor = { block_number: 7, block_hash: `0x${'7'.repeat(64)}`, final_block: 5 };
  await moveCursor(suite.db, transfers, { from: null, to: cursor });
  emit(settledLog(GAME));
  await ledger.follow();
  expect(await verify()).toBe('SEEN');
  expect(await readCursor(suite.db, transfers)).toEqual(cursor);
  expect(await readCursor(suite.db, { ...transfers, side: 'vault' })).toMatchObject({ block_number: 20 });
});

describe('RPC faults', () => {
  it.each(['OMITTING', 'INVENTING', 'FORGETTING', 'DOWN', 'LAGGING'] as const)(
    'vault ledger keeps what it has while one of two RPCs is %s',
    async (fault) => {
      emit(settledLog(GAME), paidLog(GAME, 0));
      await ledger.follow();
      rpcs[1]!.setFault(fault);
      emit(paidLog(GAME, 1), paidLog(GAME, 2));
      await ledger.follow().catch((error: { code?: string }) => {
        expect(error.code).toBe('UPSTREAM_UNAVAILABLE');
      });
      expect(await listPaid()).toEqual([[0, 'SEEN']]);
      rpcs[1]!.setFault('NONE');
      await openLedger().follow();
      expect(await listPaid()).toHaveLength(3);
    },
  );

  it('vault ledger believes no RPC that claims more final blocks than the others', async () => {
    emit(settledLog(GAME));
    rpcs[1]!.setFault('AHEAD');
    await ledger.follow().catch(() => {});
    expect(await verify()).not.toBe('FUNDED');
  });

  it.each(['OMITTING', 'INVENTING', 'FORGETTING', 'AHEAD'] as const)(
    'vault ledger reads the events of two RPCs while a third is %s',
    async (fault) => {
      rpcs.push(new ScriptedRpc(chain));
      ledger = openLedger();
      rpcs[0]!.setFault(fault);
      emit(settledLog(GAME), paidLog(GAME, 0));
      await ledger.follow();
      expect(await listPaid()).toEqual([[0, 'SEEN']]);
      mine(FINAL_DEPTH);
      await ledger.follow();
      expect(await verify()).toBe('FUNDED');
      expect(await query(suite.db, 'select 1 from vault_events')).toHaveLength(2);
    },
  );
});
