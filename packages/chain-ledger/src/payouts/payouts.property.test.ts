import { TouchlineError } from '@touchline/api/errors';
import { query } from '@touchline/service-kit/database';
import { createLog } from '@touchline/service-kit/log';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ChainWorld, chainSteps } from '../testing/chain-world.ts';
import { ledgerDatabase } from '../testing/ledger-database.ts';
import { transfersIn } from '../testing/scripted-chain.ts';
import { combineRpcs } from '../transfer-reader.ts';
import { createPayouts, type Payouts } from './payouts.ts';

const TREASURY = `0x${'a'.repeat(40)}`;
const WALLETS = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`];
const ADMINS = [`0x${'e'.repeat(40)}`, `0x${'f'.repeat(40)}`];
const REFUSALS = [
  'NOT_FOUND',
  'STALE',
  'CHANGE_REFUSED',
  'TX_NOT_PAYMENT',
  'TX_ALREADY_USED',
  'UPSTREAM_UNAVAILABLE',
];

const suite = ledgerDatabase();

/** Few wallets and amounts, so that payouts and transfers look alike. */
const wallet = fc.constantFrom(...WALLETS);
const amount = fc.constantFrom(500n, 500n, 1000n);
const index = fc.nat(9);
const transfer = fc.record({
  sender: fc.constantFrom(TREASURY, TREASURY, TREASURY, WALLETS[0]!),
  recipient: wallet,
  amount: fc.constantFrom(0n, 500n, 500n, 1000n),
});

const step = fc.oneof(
  ...chainSteps,
  { weight: 4, arbitrary: fc.record({ received: wallet, amount }) },
  { weight: 1, arbitrary: fc.record({ owe: index, amount: fc.constantFrom(0n, 500n, 1500n) }) },
  { weight: 4, arbitrary: fc.array(transfer, { minLength: 1, maxLength: 3 }).map((send) => ({ send })) },
  { weight: 4, arbitrary: fc.record({ begin: index, admin: fc.constantFrom(...ADMINS) }) },
  { weight: 4, arbitrary: fc.record({ report: index, hash: index }) },
  { weight: 1, arbitrary: fc.record({ report: index, unknown: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ giveUp: index }) },
  { weight: 3, arbitrary: fc.constant({ follow: true }) },
  { weight: 1, arbitrary: fc.constant({ restart: true }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

interface Row {
  id: string;
  transfer_id: number;
  recipient: string;
  amount: string;
  from_block: number;
  state: string;
  begun_at: number | null;
  tx_hash: string | null;
  pays: string | null;
}

const placeOf = (hash: string, log: number) => `${hash} ${log}`;

/** People who owe, begin, send and report as they like, and a chain that forgets. */
class World extends ChainWorld {
  payouts: Payouts = this.start();
  /** What is owed for each transfer that came in. */
  owed = new Map<number, bigint>();
  /** Payouts that somebody began to pay. */
  begun = new Set<string>();

  start(): Payouts {
    return createPayouts({
      db: suite.db,
      transfers: combineRpcs(this.rpcs),
      account: { chainId: 480, address: TREASURY },
      now: () => 0,
      log: createLog('ledger', 'silent'),
    });
  }

  async run(what: Step): Promise<void> {
    if (this.change(what)) return;
    if ('received' in what) await this.receive(what.received, what.amount);
    if ('owe' in what) await this.owe([...this.owed.keys()][what.owe], what.amount);
    if ('send' in what) this.send(what.send);
    if ('follow' in what) await unlessRefused(this.payouts.follow());
    if ('restart' in what) this.payouts = this.start();
    if ('begin' in what) {
      const payout = await this.payout(what.begin);
      if (payout && (await unlessRefused(this.payouts.begin(payout, what.admin)))) this.begun.add(payout);
    }
    if ('giveUp' in what) {
      const payout = await this.payout(what.giveUp);
      if (payout) await unlessRefused(this.payouts.giveUp(payout));
    }
    if ('report' in what) {
      const payout = await this.payout(what.report);
      const hash = 'unknown' in what ? `0x${`${what.unknown}`.repeat(64)}` : this.sent[what.hash]?.hash;
      if (payout && hash) await unlessRefused(this.payouts.report(payout, hash as `0x${string}`));
    }
  }

  async receive(recipient: string, owed: bigint): Promise<void> {
    const [row] = await query<{ id: number }>(
      suite.db,
      `insert into ledger_transfers (chain_id, tx_hash, log_index, block_number, block_hash, block_time, sender, recipient,
         amount, seen_at, state)
       values (480, ?, 0, ?, '0xb0', now(), ?, ?, 1, now(), 'FINAL') returning id`,
      [`0x${`${this.owed.size}`.padStart(64, 'c')}`, this.chain.height, recipient, TREASURY],
    );
    await this.owe(row!.id, owed);
  }

  async owe(transfer_id: number | undefined, owed: bigint): Promise<void> {
    if (transfer_id === undefined) return;
    this.owed.set(transfer_id, owed);
    const [row] = await query<{ sender: string; block_number: number }>(
      suite.db,
      'select sender, block_number from ledger_transfers where id = ?',
      [transfer_id],
    );
    const due = { transfer_id, kind: 'REFUND', reason: 'UNDERPAID', about: null, amount: owed } as const;
    await suite.db.transaction((trx) =>
      this.payouts.upsert(trx, [{ ...due, recipient: row!.sender, from_block: row!.block_number }]),
    );
  }

  async payout(at: number): Promise<string | undefined> {
    return (await rowsOf())[at]?.id;
  }

  /** All RPCs work, and everything has been read. */
  async catchUp(blocks: number): Promise<void> {
    this.mend();
    this.mineEmpty(blocks);
    for (let round = 0; round < 3; round++) await this.payouts.follow();
  }

  /** What we sent, by its place. */
  canonical() {
    const all = this.chain.blocks.flatMap((_, number) => transfersIn(this.chain.blocks, number));
    const ours = all.filter(({ sender, amount }) => sender === TREASURY && amount > 0n);
    return new Map(ours.map((each) => [placeOf(each.tx_hash, each.log_index), each]));
  }
}

/** Undefined when it was refused with one of the codes that callers know. */
async function unlessRefused<T>(step: Promise<T>): Promise<T | undefined> {
  try {
    return await step;
  } catch (error) {
    if (!(error instanceof TouchlineError) || !REFUSALS.includes(error.code)) throw error;
    return undefined;
  }
}

const rowsOf = () =>
  query<Row>(
    suite.db,
    `select p.*, case when o.state <> 'ORPHANED' then o.tx_hash || ' ' || o.log_index end as pays
     from payouts as p left join ledger_outgoing as o on o.id = p.outgoing_id order by transfer_id, p.begun_at, p.id`,
  );

async function verify(world: World): Promise<void> {
  const rows = await rowsOf();
  const chain = world.canonical();
  const paying = rows.filter(({ pays }) => pays !== null);

  // CONFIRMED exactly while the chain has a transfer of this amount to this wallet, and each pays once.
  expect(rows.filter(({ state }) => state === 'CONFIRMED')).toEqual(paying);
  expect(new Set(paying.map(({ pays }) => pays)).size).toBe(paying.length);
  for (const { pays, recipient, amount, tx_hash } of paying) {
    expect(chain.get(pays!)).toMatchObject({ recipient, amount: BigInt(amount), tx_hash });
    chain.delete(pays!);
  }

  // Nothing that we sent is left for anybody who is still owed exactly this.
  for (const { state, recipient, amount, from_block } of rows)
    if (state !== 'CONFIRMED')
      for (const each of chain.values())
        expect(
          each.recipient === recipient && each.amount === BigInt(amount) && each.block_number >= from_block,
        ).toBe(false);

  // Payouts add up to what is owed, or to what may have been paid when that is more.
  for (const [transfer, owed] of world.owed) {
    const own = rows.filter(({ transfer_id }) => transfer_id === transfer);
    const begun = own.filter(({ begun_at }) => begun_at !== null);
    const fixed = sumOf(begun);
    expect(sumOf(own)).toBe(owed - fixed > 0n ? owed : fixed);
  }
  const kept = new Set(rows.filter(({ begun_at }) => begun_at !== null).map(({ id }) => id));
  expect([...world.begun].filter((id) => !kept.has(id))).toEqual([]);
}

const sumOf = (rows: readonly Row[]) => rows.reduce((sum, row) => sum + BigInt(row.amount), 0n);

it('S2 what is owed, what was sent and what the chain has agree after any steps, reorganisations, restarts and faults', async () => {
  const anySteps = fc.array(step, { minLength: 5, maxLength: 40, size: 'max' });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(2, 3), anySteps, async (rpcs, steps) => {
      await suite.empty();
      const world = new World(rpcs);
      for (const each of steps) await world.run(each);
      await world.catchUp(3);
      await verify(world);
      await world.catchUp(20);
      await verify(world);
    }),
    { numRuns: 70 },
  );
}, 120_000);
