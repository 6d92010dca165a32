import { testChain } from '@touchline/local-stack/testing';
import { query } from '@touchline/service-kit/data/database';
import { createLog } from '@touchline/service-kit/process/log';
import fc from 'fast-check';
import type { Hex } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLedger } from './ledger.ts';
import { createRpc } from './rpc.ts';
import { anvilWorld } from './testing/anvil-world.ts';
import { ledgerDatabase } from './testing/ledger-database.ts';
import { combineRpcs } from './transfer-reader.ts';

const CONFIRMATIONS = 2;
/** On the test chain a block becomes final after eight more. */
const FINAL_DEPTH = 8;
const TRANSFERS = 4;

const suite = ledgerDatabase();
let chain: Awaited<ReturnType<typeof testChain>>;
let world: ReturnType<typeof anvilWorld>;

beforeAll(async () => {
  chain = await testChain();
  world = anvilWorld(chain);
});

afterAll(() => chain?.stop());

const openRpc = () => createRpc(chain.rpcUrl, { chainId: 480, token: chain.token });
const startLedger = (address: string) =>
  createLedger({
    db: suite.db,
    transfers: combineRpcs([openRpc(), openRpc()]),
    account: { chainId: 480, address },
    confirmations: CONFIRMATIONS,
    minAmount: async () => 1n,
    now: Date.now,
    log: createLog('ledger', 'silent'),
    thoroughEveryMs: 0,
  });

/** Random steps. `send` repeats a transfer that a reorganisation removed. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.nat(TRANSFERS - 1).map((send) => ({ send })) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: FINAL_DEPTH }).map((reorganise) => ({ reorganise })) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 4 }).map((mine) => ({ mine })) },
  { weight: 3, arbitrary: fc.constant({ follow: true }) },
  { weight: 1, arbitrary: fc.constant({ restart: true }) },
);

it('ledger equals the chain after any transfers, reorganisations and restarts', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 25, size: 'max' }), async (steps) => {
      const recipient = privateKeyToAddress(generatePrivateKey()).toLowerCase() as Hex;
      const transfers = await world.signTransfers(TRANSFERS, recipient);
      await world.mine(FINAL_DEPTH + 2);
      let ledger = startLedger(recipient);
      for (const what of steps) {
        if ('send' in what) {
          const transfer = transfers[what.send]!;
          if (!(await world.isMined(transfer))) await world.send(transfer);
        }
        if ('reorganise' in what) await world.reorganise(what.reorganise);
        if ('mine' in what) await world.mine(what.mine);
        if ('follow' in what) await ledger.follow();
        if ('restart' in what) ledger = startLedger(recipient);
      }
      await world.mine(CONFIRMATIONS);
      await ledger.follow();
      await ledger.follow();

      const rows = await query<{ tx_hash: string; state: string }>(
        suite.db,
        'select tx_hash, block_hash, log_index, state from ledger_transfers where recipient = ? order by block_number, log_index',
        [recipient],
      );
      const counting = rows.filter(({ state }) => state !== 'ORPHANED').map(({ state: _, ...row }) => row);
      expect(counting).toEqual(await world.transfersTo(recipient));
      expect(new Set(rows.map(({ tx_hash }) => tx_hash)).size).toBe(rows.length);
    }),
    { numRuns: 12 },
  );
}, 120_000);
