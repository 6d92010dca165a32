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

const SILENT: readonly Fault[] = ['DOWN', 'LAGGING'];
const LYING: readonly Fault[] = ['OMITTING', 'INVENTING', 'FORGETTING', 'AHEAD'];

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
  { weight: 3, arbitrary: fc.record({ rpc: fc.nat(2), fault: fc.constantFrom(...SILENT, ...LYING) }) },
  { weight: 1, arbitrary: fc.constant({ mend: true }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/**
 * A follower of a scripted chain through two or three RPCs. Of two one may be faulty at a time; of three one may lie while
 * another one lags or is down.
 */
class World {
  chain = new ScriptedChain({ finalDepth: 15 });
  rpcs: ScriptedRpc[];
  faulty: { rpc: ScriptedRpc; silent: boolean }[] = [];
  sent: ScriptedTransaction[] = [];
  waiting: ScriptedTransaction[] = [];
  ledger: Ledger;

  constructor(rpcs: number) {
    this.rpcs = Array.from({ length: rpcs }, () => new ScriptedRpc(this.chain));
    for (let n = 0; n < 20; n++) this.chain.mine();
    this.ledger = this.start();
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
    if ('rpc' in what) this.break(this.rpcs[what.rpc % this.rpcs.length]!, what.fault);
    if ('mend' in what) this.mend();
  }

  /** The one that would be too many works again. */
  break(rpc: ScriptedRpc, fault: Fault): void {
    const silent = SILENT.includes(fault);
    const stays = (each: { rpc: ScriptedRpc; silent: boolean }) =>
      each.rpc !== rpc && each.silent !== silent && this.rpcs.length > 2;
    for (const each of this.faulty) if (!stays(each)) each.rpc.setFault('NONE');
    this.faulty = [...this.faulty.filter(stays), { rpc, silent }];
    rpc.setFault(fault);
  }

  mend(): void {
    for (const { rpc } of this.faulty) rpc.setFault('NONE');
    this.faulty = [];
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

  /** Works while two RPCs do. The cursor never passes what two have read, and what is final is part of the chain. */
  async follow(): Promise<void> {
    const more = await this.ledger.follow().catch(unlessUnavailable);
    if (this.rpcs.length - this.faulty.length >= 2) expect(more).toBeDefined();
    const [, second] = this.rpcs.map(({ readUpTo }) => readUpTo).toSorted((a, b) => b - a);
    expect((await readCursor(suite.db, ACCOUNT)) ?? -1).toBeLessThanOrEqual(
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
      await suite.db.raw('truncate ledger_transfers, ledger_cursors');
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
