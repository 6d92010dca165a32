import { query } from '@touchline/service-kit/data/database';
import { createLog } from '@touchline/service-kit/process/log';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readCursor } from './ledger.store.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { ChainWorld, chainSteps } from './testing/chain-world.ts';
import { ledgerDatabase } from './testing/ledger-database.ts';
import { transfersIn } from './testing/scripted-chain.ts';
import { combineRpcs } from './transfer-reader.ts';

const TREASURY = `0x${'a'.repeat(40)}`;
const OTHER_WALLET = `0x${'b'.repeat(40)}`;
const ACCOUNT = { chainId: 480, address: TREASURY };
const CONFIRMATIONS = 3;
const MIN_AMOUNT = 100n;

const suite = ledgerDatabase();

/** Few senders and amounts, so that many transfers are identical. */
const payment = fc.record({
  sender: fc.constantFrom(`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`),
  recipient: fc.constantFrom(TREASURY, TREASURY, OTHER_WALLET),
  amount: fc.constantFrom(0n, 99n, 500n, 500n, 1000n),
});

const step = fc.oneof(
  { weight: 4, arbitrary: fc.array(payment, { minLength: 1, maxLength: 3 }).map((pay) => ({ pay })) },
  ...chainSteps,
  { weight: 4, arbitrary: fc.constant({ follow: true }) },
  { weight: 1, arbitrary: fc.constant({ restart: true }) },
  { weight: 1, arbitrary: fc.nat(20).map((claim) => ({ claim })) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** A ledger that follows a scripted chain through two or three RPCs. */
class World extends ChainWorld {
  ledger: Ledger = this.start();

  start(): Ledger {
    return createLedger({
      db: suite.db,
      transfers: combineRpcs(this.rpcs),
      account: ACCOUNT,
      confirmations: CONFIRMATIONS,
      minAmount: async () => MIN_AMOUNT,
      now: () => 0,
      log: createLog('ledger', 'silent'),
      thoroughEveryMs: 0,
    });
  }

  async run(action: Step): Promise<void> {
    if (this.change(action)) return;
    if ('pay' in action) this.send(action.pay);
    if ('follow' in action) await this.follow();
    if ('restart' in action) this.ledger = this.start();
    if ('claim' in action) await this.claim(action.claim);
  }

  /** Reports a transaction, as joining and staking do. */
  async claim(index: number): Promise<void> {
    const transaction = this.sent[index % Math.max(1, this.sent.length)];
    if (!transaction) return;
    const { hash } = transaction;
    const found = await this.ledger.findTransaction(hash).catch(unlessUnavailable);
    if (found?.state !== 'mined' || !found.deep) return;
    const recorded = found.transfers.filter(({ amount }) => amount >= MIN_AMOUNT);
    expect(this.canonical()).toEqual(expect.arrayContaining(recorded.map(toPosition)));
    await suite.db.transaction((trx) => this.ledger.record(trx, hash, found.transfers));
  }

  /** Must succeed while two RPCs work. The cursor never passes the blocks that two RPCs returned; FINAL rows are canonical. */
  async follow(): Promise<void> {
    const more = await this.ledger.follow().catch(unlessUnavailable);
    if (this.rpcs.length - this.faulty.length >= 2) expect(more).toBeDefined();
    const [, second] = this.rpcs.map(({ readUpTo }) => readUpTo).toSorted((a, b) => b - a);
    const cursor = await readCursor(suite.db, { ...ACCOUNT, side: 'recipient' });
    expect(cursor?.block_number ?? -1).toBeLessThanOrEqual(Math.min(second!, this.chain.height));
    const final = (await readRows()).filter(({ state }) => state === 'FINAL').map(toPosition);
    expect(this.canonical()).toEqual(expect.arrayContaining(final));
  }

  /** Repairs all RPCs and mines enough blocks for every transfer to be deep. */
  async catchUp(blocks: number): Promise<void> {
    this.repair();
    this.mineEmpty(blocks);
    for (let round = 0; round < 3; round++) await this.follow();
  }

  canonical() {
    const all = this.chain.blocks.flatMap((_, number) => transfersIn(this.chain.blocks, number));
    return all
      .filter(({ recipient, amount }) => recipient === TREASURY && amount >= MIN_AMOUNT)
      .map(toPosition);
  }
}

function unlessUnavailable(error: unknown): undefined {
  if ((error as { code?: string }).code !== 'UPSTREAM_UNAVAILABLE') throw error;
}

interface Position {
  tx_hash: string;
  log_index: number;
  block_number: number;
  block_hash: string;
  sender: string;
  amount: bigint;
}

const toPosition = ({
  tx_hash,
  log_index,
  block_number,
  block_hash,
  sender,
  amount,
}: Position): Position => ({
  tx_hash,
  log_index,
  block_number,
  block_hash,
  sender,
  amount: BigInt(amount),
});

const readRows = () =>
  query<Position & { state: string }>(
    suite.db,
    'select * from ledger_transfers order by block_number, log_index',
  );

it('S7 ledger equals the canonical chain after any transfers, reorganisations, restarts and RPC faults', async () => {
  const anySteps = fc.array(step, { minLength: 5, maxLength: 40, size: 'max' });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(2, 3), anySteps, async (rpcs, steps) => {
      await suite.empty();
      const world = new World(rpcs);
      for (const each of steps) await world.run(each);

      await world.catchUp(CONFIRMATIONS);
      const rows = await readRows();
      expect(rows.filter(({ state }) => state !== 'ORPHANED').map(toPosition)).toEqual(world.canonical());

      // A transfer that is mined again keeps its row, so no transaction has more rows than transfers.
      for (const { hash, payments } of world.sent)
        expect(rows.filter(({ tx_hash }) => tx_hash === hash).length).toBeLessThanOrEqual(payments.length);

      await world.catchUp(50);
      const states = new Set((await readRows()).map(({ state }) => state));
      expect([...states].filter((state) => state !== 'FINAL' && state !== 'ORPHANED')).toEqual([]);
    }),
    { numRuns: 150 },
  );
}, 120_000);
