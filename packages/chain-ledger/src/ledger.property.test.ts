import { query } from '@touchline/service-kit/database';
import { createLog } from '@touchline/service-kit/log';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readCursor } from './ledger.store.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { ChainWorld, chainSteps } from './testing/chain-world.ts';
import { ledgerDatabase } from './testing/ledger-database.ts';
import { transfersIn } from './testing/scripted-chain.ts';
import { combineRpcs } from './transfer-reader.ts';

const TREASURY = `0x${'a'.repeat(40)}`;
const ELSEWHERE = `0x${'b'.repeat(40)}`;
const ACCOUNT = { chainId: 480, address: TREASURY };
const CONFIRMATIONS = 3;
const FLOOR = 100n;

const suite = ledgerDatabase();

/** Few senders and amounts, so that transfers look alike. */
const payment = fc.record({
  sender: fc.constantFrom(`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`),
  recipient: fc.constantFrom(TREASURY, TREASURY, ELSEWHERE),
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

/** A follower of a scripted chain through two or three RPCs. */
class World extends ChainWorld {
  ledger: Ledger = this.start();

  start(): Ledger {
    return createLedger({
      db: suite.db,
      transfers: combineRpcs(this.rpcs),
      account: ACCOUNT,
      confirmations: CONFIRMATIONS,
      floor: async () => FLOOR,
      now: () => 0,
      log: createLog('ledger', 'silent'),
      thoroughEveryMs: 0,
    });
  }

  async run(what: Step): Promise<void> {
    if (this.change(what)) return;
    if ('pay' in what) this.send(what.pay);
    if ('follow' in what) await this.follow();
    if ('restart' in what) this.ledger = this.start();
    if ('claim' in what) await this.claim(what.claim);
  }

  /** A caller that names its transaction, as joining and staking do. */
  async claim(index: number): Promise<void> {
    const transaction = this.sent[index % Math.max(1, this.sent.length)];
    if (!transaction) return;
    const { hash } = transaction;
    const found = await this.ledger.findTransaction(hash).catch(unlessUnavailable);
    if (found?.state !== 'mined' || !found.deep) return;
    const recorded = found.transfers.filter(({ amount }) => amount >= FLOOR);
    expect(this.canonical()).toEqual(expect.arrayContaining(recorded.map(placeOf)));
    await suite.db.transaction((trx) => this.ledger.record(trx, hash, found.transfers));
  }

  /** Works while two RPCs do. The cursor never passes what two have read, and what is final is part of the chain. */
  async follow(): Promise<void> {
    const more = await this.ledger.follow().catch(unlessUnavailable);
    if (this.rpcs.length - this.faulty.length >= 2) expect(more).toBeDefined();
    const [, second] = this.rpcs.map(({ readUpTo }) => readUpTo).toSorted((a, b) => b - a);
    expect((await readCursor(suite.db, { ...ACCOUNT, side: 'recipient' })) ?? -1).toBeLessThanOrEqual(
      Math.min(second!, this.chain.height),
    );
    const final = (await ledgerRows()).filter(({ state }) => state === 'FINAL').map(placeOf);
    expect(this.canonical()).toEqual(expect.arrayContaining(final));
  }

  /** All RPCs work; everything that was mined is deep enough. */
  async catchUp(blocks: number): Promise<void> {
    this.mend();
    this.mineEmpty(blocks);
    for (let round = 0; round < 3; round++) await this.follow();
  }

  canonical() {
    const all = this.chain.blocks.flatMap((_, number) => transfersIn(this.chain.blocks, number));
    return all.filter(({ recipient, amount }) => recipient === TREASURY && amount >= FLOOR).map(placeOf);
  }
}

function unlessUnavailable(error: unknown): undefined {
  if ((error as { code?: string }).code !== 'UPSTREAM_UNAVAILABLE') throw error;
}

interface Place {
  tx_hash: string;
  log_index: number;
  block_number: number;
  block_hash: string;
  sender: string;
  amount: bigint;
}

const placeOf = ({ tx_hash, log_index, block_number, block_hash, sender, amount }: Place): Place => ({
  tx_hash,
  log_index,
  block_number,
  block_hash,
  sender,
  amount: BigInt(amount),
});

const ledgerRows = () =>
  query<Place & { state: string }>(
    suite.db,
    'select * from ledger_transfers order by block_number, log_index',
  );

it('S7 equals the canonical chain after any transfers, reorganisations, restarts and faults of RPCs', async () => {
  const anySteps = fc.array(step, { minLength: 5, maxLength: 40, size: 'max' });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(2, 3), anySteps, async (rpcs, steps) => {
      await suite.empty();
      const world = new World(rpcs);
      for (const each of steps) await world.run(each);

      await world.catchUp(CONFIRMATIONS);
      const rows = await ledgerRows();
      expect(rows.filter(({ state }) => state !== 'ORPHANED').map(placeOf)).toEqual(world.canonical());

      // A transfer that was mined again is the same row: no transaction ever has more rows than transfers.
      for (const { hash, payments } of world.sent)
        expect(rows.filter(({ tx_hash }) => tx_hash === hash).length).toBeLessThanOrEqual(payments.length);

      await world.catchUp(20);
      const states = new Set((await ledgerRows()).map(({ state }) => state));
      expect([...states].filter((state) => state !== 'FINAL' && state !== 'ORPHANED')).toEqual([]);
    }),
    { numRuns: 150 },
  );
}, 120_000);
