import { query } from '@touchline/service-kit/database';
import { createLog } from '@touchline/service-kit/log';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readCursor } from './ledger.store.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { ledgerDatabase } from './testing/ledger-database.ts';
import {
  type Fault,
  ScriptedChain,
  ScriptedRpc,
  type ScriptedTransaction,
  transfersIn,
} from './testing/scripted-chain.ts';
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

/** What happens to a removed transaction: waits to be sent again, or is mined again that many blocks after the fork. */
const fates = fc.array(fc.option(fc.nat(12)), { minLength: 1, maxLength: 6 });

const step = fc.oneof(
  { weight: 4, arbitrary: fc.array(payment, { minLength: 1, maxLength: 3 }).map((pay) => ({ pay })) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 25 }).map((mine) => ({ mine })) },
  { weight: 3, arbitrary: fc.record({ reorganise: fc.integer({ min: 1, max: 10 }), fates }) },
  { weight: 2, arbitrary: fc.nat(5).map((resend) => ({ resend })) },
  { weight: 4, arbitrary: fc.constant({ follow: true }) },
  { weight: 1, arbitrary: fc.constant({ restart: true }) },
  { weight: 1, arbitrary: fc.nat(20).map((claim) => ({ claim })) },
  {
    weight: 2,
    arbitrary: fc.record({
      rpc: fc.nat(1),
      fault: fc.constantFrom<Fault>('NONE', 'DOWN', 'LAGGING', 'OMITTING', 'INVENTING'),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** A follower of a scripted chain through two RPCs, of which at most one is faulty at a time. */
class World {
  chain = new ScriptedChain({ finalDepth: 15 });
  rpcs = [new ScriptedRpc(this.chain), new ScriptedRpc(this.chain)] as const;
  sent: ScriptedTransaction[] = [];
  waiting: ScriptedTransaction[] = [];
  ledger: Ledger = this.start();

  constructor() {
    for (let n = 0; n < 20; n++) this.chain.mine();
  }

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
    if ('pay' in what) this.send(what.pay);
    if ('mine' in what) this.mineEmpty(what.mine);
    if ('reorganise' in what) this.reorganise(what.reorganise, what.fates);
    if ('resend' in what) this.chain.mine(...this.waiting.splice(what.resend, 1));
    if ('follow' in what) await this.follow();
    if ('restart' in what) this.ledger = this.start();
    if ('claim' in what) await this.claim(what.claim);
    if ('rpc' in what) {
      for (const rpc of this.rpcs) rpc.setFault('NONE');
      this.rpcs[what.rpc as 0 | 1].setFault(what.fault);
    }
  }

  send(payments: ScriptedTransaction['payments']): void {
    const transaction = this.chain.transaction(payments);
    this.sent.push(transaction);
    this.chain.mine(transaction);
  }

  mineEmpty(blocks: number): void {
    for (let n = 0; n < blocks; n++) this.chain.mine();
  }

  /** As many blocks as were removed, or more: the heaviest chain wins. */
  reorganise(depth: number, fates: readonly (number | null)[]): void {
    const removed = this.chain.remove(depth);
    const placed = removed.map((transaction, index) => ({ transaction, at: fates[index % fates.length] }));
    this.waiting.push(...placed.filter(({ at }) => at === null).map(({ transaction }) => transaction));
    const length = Math.max(depth, ...placed.map(({ at }) => (at ?? 0) + 1));
    for (let block = 0; block < length; block++)
      this.chain.mine(...placed.filter(({ at }) => at === block).map(({ transaction }) => transaction));
  }

  /** A caller that names its transaction, as joining and staking do. */
  async claim(index: number): Promise<void> {
    const transaction = this.sent[index % Math.max(1, this.sent.length)];
    if (!transaction) return;
    const { hash } = transaction;
    const found = await this.ledger.find(hash).catch(unlessUnavailable);
    if (found?.state !== 'mined' || !found.deep) return;
    const recorded = found.transfers.filter(({ amount }) => amount >= FLOOR);
    expect(this.canonical()).toEqual(expect.arrayContaining(recorded.map(placeOf)));
    await suite.db.transaction((trx) => this.ledger.record(trx, hash, found.transfers));
  }

  /** False while the RPCs cannot be used. */
  async follow(): Promise<boolean> {
    const more = await this.ledger.follow().catch(unlessUnavailable);
    const cursor = (await readCursor(suite.db, ACCOUNT)) ?? -1;
    expect(cursor).toBeLessThanOrEqual(Math.max(...this.rpcs.map(({ readUpTo }) => readUpTo)));
    return more !== undefined;
  }

  /** Both RPCs work; everything that was mined is deep enough. */
  async catchUp(blocks: number): Promise<void> {
    for (const rpc of this.rpcs) rpc.setFault('NONE');
    this.mineEmpty(blocks);
    for (let round = 0; round < 3; round++) expect(await this.follow()).toBe(true);
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

it('equals the canonical chain after any transfers, reorganisations, restarts and faults of one RPC', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40, size: 'max' }), async (steps) => {
      await suite.db.raw('truncate ledger_transfers, ledger_cursors');
      const world = new World();
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
