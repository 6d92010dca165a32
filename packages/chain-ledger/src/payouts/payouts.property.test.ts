import { TouchlineError } from '@touchline/api/errors';
import { query } from '@touchline/service-kit/data/database';
import { createLog } from '@touchline/service-kit/process/log';
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
const EXPECTED_CODES = [
  'NOT_FOUND',
  'STALE',
  'CHANGE_REFUSED',
  'TX_NOT_PAYMENT',
  'TX_ALREADY_USED',
  'UPSTREAM_UNAVAILABLE',
];

const suite = ledgerDatabase();

/** Few wallets and amounts, so that many payouts and transfers are identical. */
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
  { weight: 1, arbitrary: fc.record({ setDue: index, amount: fc.constantFrom(0n, 500n, 1500n) }) },
  { weight: 4, arbitrary: fc.array(transfer, { minLength: 1, maxLength: 3 }).map((send) => ({ send })) },
  { weight: 4, arbitrary: fc.record({ begin: index, admin: fc.constantFrom(...ADMINS) }) },
  { weight: 4, arbitrary: fc.record({ report: index, hash: index }) },
  { weight: 1, arbitrary: fc.record({ report: index, unknown: fc.nat(2) }) },
  {
    weight: 1,
    arbitrary: fc.record({ giveUp: index, admin: fc.constantFrom(...ADMINS), nothingSigned: fc.boolean() }),
  },
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

const toPosition = (hash: string, log: number) => `${hash} ${log}`;

/** Admins who start, send and report payouts in any order, on a chain with reorganisations. */
class World extends ChainWorld {
  payouts: Payouts = this.start();
  /** Amount due per incoming transfer. */
  due = new Map<number, bigint>();
  /** Started payouts. */
  started = new Set<string>();

  start(): Payouts {
    return createPayouts({
      db: suite.db,
      transfers: combineRpcs(this.rpcs),
      account: { chainId: 480, address: TREASURY },
      now: () => 0,
      log: createLog('ledger', 'silent'),
    });
  }

  async run(action: Step): Promise<void> {
    if (this.change(action)) return;
    if ('received' in action) await this.receive(action.received, action.amount);
    if ('setDue' in action) await this.setDue([...this.due.keys()][action.setDue], action.amount);
    if ('send' in action) this.send(action.send);
    if ('follow' in action) await unlessRejected(this.payouts.follow());
    if ('restart' in action) this.payouts = this.start();
    if ('begin' in action) {
      const payout = await this.findPayout(action.begin);
      if (payout && (await unlessRejected(this.payouts.begin(payout, action.admin))))
        this.started.add(payout);
    }
    if ('giveUp' in action) {
      const payout = await this.findPayout(action.giveUp);
      if (payout) await unlessRejected(this.giveUp(payout, action));
    }
    if ('report' in action) {
      const payout = await this.findPayout(action.report);
      const hash = 'unknown' in action ? `0x${`${action.unknown}`.repeat(64)}` : this.sent[action.hash]?.hash;
      if (payout && hash) await unlessRejected(this.payouts.report(payout, hash as `0x${string}`));
    }
  }

  async receive(recipient: string, due: bigint): Promise<void> {
    const [row] = await query<{ id: number }>(
      suite.db,
      `insert into ledger_transfers (chain_id, tx_hash, log_index, block_number, block_hash, block_time, sender, recipient,
         amount, seen_at, state)
       values (480, ?, 0, ?, '0xb0', now(), ?, ?, 1, now(), 'FINAL') returning id`,
      [`0x${`${this.due.size}`.padStart(64, 'c')}`, this.chain.height, recipient, TREASURY],
    );
    await this.setDue(row!.id, due);
  }

  async setDue(transfer_id: number | undefined, total: bigint): Promise<void> {
    if (transfer_id === undefined) return;
    this.due.set(transfer_id, total);
    const [row] = await query<{ sender: string; block_number: number }>(
      suite.db,
      'select sender, block_number from ledger_transfers where id = ?',
      [transfer_id],
    );
    const due = { transfer_id, kind: 'REFUND', reason: 'UNDERPAID', about: null, amount: total } as const;
    await suite.db.transaction((trx) =>
      this.payouts.upsert(trx, [{ ...due, recipient: row!.sender, from_block: row!.block_number }]),
    );
  }

  async giveUp(id: string, { admin, nothingSigned }: { admin: string; nothingSigned: boolean }) {
    const claim = await this.payouts.find(id);
    return this.payouts.giveUp(id, { admin, unsigned: nothingSigned ? (claim?.begun_at ?? null) : null });
  }

  async findPayout(at: number): Promise<string | undefined> {
    return (await readRows())[at]?.id;
  }

  /** Repairs all RPCs and reads the whole chain. */
  async catchUp(blocks: number): Promise<void> {
    this.repair();
    this.mineEmpty(blocks);
    for (let round = 0; round < 3; round++) await this.payouts.follow();
  }

  /** Our outgoing transfers, by position. */
  canonical() {
    const all = this.chain.blocks.flatMap((_, number) => transfersIn(this.chain.blocks, number));
    const ours = all.filter(({ sender, amount }) => sender === TREASURY && amount > 0n);
    return new Map(ours.map((each) => [toPosition(each.tx_hash, each.log_index), each]));
  }
}

/** Undefined when the step failed with one of the documented codes. */
async function unlessRejected<T>(step: Promise<T>): Promise<T | undefined> {
  try {
    return await step;
  } catch (error) {
    if (!(error instanceof TouchlineError) || !EXPECTED_CODES.includes(error.code)) throw error;
    return undefined;
  }
}

const readRows = () =>
  query<Row>(
    suite.db,
    `select p.*, case when o.state <> 'ORPHANED' then o.tx_hash || ' ' || o.log_index end as pays
     from payouts as p left join ledger_outgoing as o on o.id = p.outgoing_id order by transfer_id, p.begun_at, p.id`,
  );

async function verify(world: World): Promise<void> {
  const rows = await readRows();
  const chain = world.canonical();
  const paying = rows.filter(({ pays }) => pays !== null);

  // A payout is CONFIRMED exactly while the chain has its transfer, and each transfer pays once.
  expect(rows.filter(({ state }) => state === 'CONFIRMED')).toEqual(paying);
  expect(new Set(paying.map(({ pays }) => pays)).size).toBe(paying.length);
  for (const { pays, recipient, amount, tx_hash } of paying) {
    expect(chain.get(pays!)).toMatchObject({ recipient, amount: BigInt(amount), tx_hash });
    chain.delete(pays!);
  }

  // No unmatched transfer fits a payout that is still open.
  for (const { state, recipient, amount, from_block } of rows)
    if (state !== 'CONFIRMED')
      for (const each of chain.values())
        expect(
          each.recipient === recipient && each.amount === BigInt(amount) && each.block_number >= from_block,
        ).toBe(false);

  // Payouts add up to the amount due, or to the amount that may have been paid if that is more.
  for (const [transfer, due] of world.due) {
    const own = rows.filter(({ transfer_id }) => transfer_id === transfer);
    const started = own.filter(({ begun_at }) => begun_at !== null);
    const fixed = sumAmounts(started);
    expect(sumAmounts(own)).toBe(due - fixed > 0n ? due : fixed);
  }
  const startedRows = new Set(rows.filter(({ begun_at }) => begun_at !== null).map(({ id }) => id));
  expect([...world.started].filter((id) => !startedRows.has(id))).toEqual([]);
}

const sumAmounts = (rows: readonly Row[]) => rows.reduce((sum, row) => sum + BigInt(row.amount), 0n);

it('S2 payouts, outgoing transfers and the chain agree after any steps, reorganisations, restarts and RPC faults', async () => {
  const anySteps = fc.array(step, { minLength: 5, maxLength: 40, size: 'max' });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(2, 3), anySteps, async (rpcs, steps) => {
      await suite.empty();
      const world = new World(rpcs);
      for (const each of steps) await world.run(each);
      await world.catchUp(3);
      await verify(world);
      await world.catchUp(50);
      await verify(world);
    }),
    { numRuns: 70 },
  );
}, 120_000);
