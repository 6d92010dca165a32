import { type Database, query, queryOne } from '@touchline/service-kit/data/database';
import { toBuffer } from '@touchline/service-kit/process/worker-thread';
import type { Knex } from 'knex';
import type { Awards } from './award-entries.ts';

/** A settlement as stored, from its first proposal on. Times in epoch ms, amounts in wei. */
export interface StoredSettlement {
  game_id: string;
  proposal: number;
  game_version: number;
  review_ends_at: number;
  paid_fees: bigint;
  entries: number;
  awards: number;
  total: bigint;
  /** Hexadecimal. */
  digest: string;
  corrections: number;
  moved: bigint;
  approved_proposal: number | null;
  approved_by: string | null;
  settled_at: number | null;
  root: string | null;
  claims_open_at: number | null;
  funding_tx: string | null;
  funding_problem: string | null;
  /** Latest settlement or withdrawal of the pool that caused the problem. */
  funding_problem_tx: string | null;
  /** Administrator who approved the funding, in lower case, and what exactly; null without an approval. */
  funding_approved_by: string | null;
  funding_approved_call: string | null;
  /**
   * Raised by every approval and its end, so that no later state has the version of an earlier one. An exception is the end by
   * ADMIN_WALLETS: an approval counts again when its administrator is listed again.
   */
  funding_decisions: number;
  /** True for a funding above the limit that was not approved when it was first seen on the chain. */
  funding_unapproved: boolean;
  paid: number;
  paid_amount: bigint;
}

const COLUMNS = `game_id, proposal, game_version, review_ends_at, paid_fees, entries, awards, total,
  encode(digest, 'hex') as digest, corrections, moved, approved_proposal, approved_by, settled_at, root, claims_open_at,
  funding_tx, funding_problem, funding_problem_tx, funding_approved_by, funding_approved_call, funding_decisions, funding_unapproved,
  paid, paid_amount`;

type Row = {
  [K in keyof StoredSettlement]: StoredSettlement[K] extends bigint ? string : StoredSettlement[K];
};

const toSettlement = (row: Row): StoredSettlement => ({
  ...row,
  paid_fees: BigInt(row.paid_fees),
  total: BigInt(row.total),
  moved: BigInt(row.moved),
  paid_amount: BigInt(row.paid_amount),
});

export async function findSettlement(db: Database, gameId: string): Promise<StoredSettlement | null> {
  const row = await queryOne<Row>(db, `select ${COLUMNS} from prize_settlements where game_id = ?`, [gameId]);
  return row ? toSettlement(row) : null;
}

/** Finds settlements in any order. Games without one are missing. */
export async function findSettlements(db: Database, gameIds: readonly string[]): Promise<StoredSettlement[]> {
  const rows = await query<Row>(db, `select ${COLUMNS} from prize_settlements where game_id = any(?)`, [
    [...gameIds],
  ]);
  return rows.map(toSettlement);
}

/** Columns of a proposal. */
export interface NewProposal {
  game_id: string;
  game_version: number;
  now: number;
  review_ends_at: number;
  paid_fees: bigint;
  entries: number;
  corrections: number;
  awards: Awards;
}

/** From this number on, the wait for the next automatic analysis is too long. */
const MANY_PRIZES = 1_000;

/** Stores a proposal in place of the previous one. The game's row is locked, and its prizes are not settled. */
export async function writeProposal(trx: Knex.Transaction, proposal: NewProposal): Promise<void> {
  const { awards, now, review_ends_at, paid_fees, ...rest } = proposal;
  await trx.raw(
    `insert into prize_settlements as s (game_id, proposal, game_version, proposed_at, review_ends_at, paid_fees, entries,
       awards, total, digest, ranks, ranking, corrections, moved)
     values (:game_id, 1, :game_version, :proposed_at, :review_ends_at, :paid_fees, :entries, :count, :total,
       decode(:digest, 'hex'), :ranks, :ranking, :corrections, :moved)
     on conflict (game_id) do update set proposal = s.proposal + 1, game_version = excluded.game_version,
       proposed_at = excluded.proposed_at, review_ends_at = excluded.review_ends_at, paid_fees = excluded.paid_fees,
       entries = excluded.entries, awards = excluded.awards, total = excluded.total, digest = excluded.digest,
       ranks = excluded.ranks, ranking = excluded.ranking, corrections = excluded.corrections,
       moved = excluded.moved`,
    {
      ...rest,
      proposed_at: new Date(now),
      review_ends_at: new Date(review_ends_at),
      paid_fees: paid_fees.toString(),
      count: awards.count,
      total: awards.total.toString(),
      digest: awards.digest,
      ranks: toBuffer(awards.ranks),
      ranking: toBuffer(awards.ranking),
      moved: awards.moved.toString(),
    },
  );
  await writeAwards(trx, proposal.game_id, awards);
}

async function writeAwards(trx: Knex.Transaction, gameId: string, awards: Awards): Promise<void> {
  await trx.raw('delete from prize_awards where game_id = ?', [gameId]);
  for (const columns of awards.chunks)
    await trx.raw(
      `insert into prize_awards (game_id, ordinal, leaf, rank, uncorrected_rank, amount, uncorrected_amount)
       select ?, * from unnest(?::int[], ?::int[], ?::int[], ?::int[], ?::numeric[], ?::numeric[])`,
      [gameId, ...columns],
    );
  // With statistics of an empty table, Postgres would read all prizes of a game for each page of them.
  if (awards.count >= MANY_PRIZES) await trx.raw('analyze prize_awards');
}

/** Updates a proposal after a change of the game that moved no rank, no prize and no difference. */
export async function confirmProposal(
  trx: Knex.Transaction,
  gameId: string,
  { game_version, paid_fees, corrections }: Pick<NewProposal, 'game_version' | 'paid_fees' | 'corrections'>,
): Promise<void> {
  await trx.raw(
    `update prize_settlements set game_version = ?, paid_fees = ?, corrections = ?
     where game_id = ? and settled_at is null`,
    [game_version, paid_fees.toString(), corrections, gameId],
  );
}

/** Records the approval of a proposal by a second administrator. */
export async function writeApproval(
  trx: Knex.Transaction,
  gameId: string,
  { proposal, admin }: { proposal: number; admin: string },
): Promise<void> {
  await trx.raw(
    'update prize_settlements set approved_proposal = ?, approved_by = ? where game_id = ? and settled_at is null',
    [proposal, admin, gameId],
  );
}

/** Records the approval of a funding; null withdraws it. */
export async function writeFundingApproval(
  trx: Knex.Transaction,
  gameId: string,
  { call, admin }: { call: string | null; admin: string | null },
): Promise<void> {
  await trx.raw(
    `update prize_settlements set funding_approved_call = ?, funding_approved_by = ?,
       funding_decisions = funding_decisions + 1 where game_id = ?`,
    [call, admin, gameId],
  );
}

/** Writes the prize columns of a game. */
export async function writePrizeState(
  trx: Knex.Transaction,
  gameId: string,
  { state, pool, entrants }: { state: string; pool?: bigint; entrants?: number },
): Promise<void> {
  await trx.raw(
    `update games set prize_state = :state, prize_pool = coalesce(:pool, prize_pool),
       prize_entrants = coalesce(:entrants, prize_entrants) where id = :game`,
    { game: gameId, state, pool: pool?.toString() ?? null, entrants: entrants ?? null },
  );
}

/** Keeps rows small: a row is parsed without a pause, while requests wait. */
const LEAVES_PER_ROW = 5_000;

/** Reads the leaves of a proposal: accounts of twenty bytes, and amounts separated by commas, in the order of the leaves. */
export async function readLeaves(
  db: Database,
  gameId: string,
): Promise<{ accounts: Buffer; amounts: string } | null> {
  const rows = await query<{ accounts: Buffer; amounts: string }>(
    db,
    `select string_agg(e.wallet, ''::bytea order by a.leaf) as accounts, string_agg(a.amount::text, ',' order by a.leaf) as amounts
     from prize_awards as a join entries as e using (game_id, ordinal) where a.game_id = ? and a.leaf is not null
     group by a.leaf / ${LEAVES_PER_ROW} order by a.leaf / ${LEAVES_PER_ROW}`,
    [gameId],
  );
  if (rows.length === 0) return null;
  return {
    accounts: Buffer.concat(rows.map(({ accounts }) => accounts)),
    amounts: rows.map(({ amounts }) => amounts).join(),
  };
}

/** Finds the vaults for which prizes were settled that are not all paid: they can be claimed from no other one. In lower case. */
export async function findUnpaidVaults(db: Database): Promise<string[]> {
  const rows = await query<{ vault: string }>(
    db,
    `select distinct lower(s.document ->> 'vault') as vault from prize_settlements as s join games as g on g.id = s.game_id
     where g.prize_state in ('SETTLED', 'FUNDED') and s.document ->> 'vault' is not null`,
  );
  return rows.map(({ vault }) => vault);
}

/**
 * Counts unpaid settlements whose funding on the chain differs from ours, or was not approved and can still be revoked. A reclaim is
 * neither.
 */
export async function countFundingMismatches(db: Database, now: number): Promise<number> {
  const row = await queryOne<{ n: number }>(
    db,
    `select count(*) as n from prize_settlements as s join games as g on g.id = s.game_id
     where g.prize_state in ('SETTLED', 'FUNDED') and ((funding_problem is not null and funding_tx is null)
       or (funding_problem is null and funding_unapproved and (claims_open_at is null or claims_open_at > ?)))`,
    [new Date(now)],
  );
  return row!.n;
}

/** Sums the fees of the entries in wei whose payments are on the chain. */
export async function sumPaidFees(db: Database, gameId: string): Promise<bigint> {
  const row = await queryOne<{ fees: string }>(
    db,
    `select coalesce(sum(r.fee), 0) as fees from reservations as r join entries as e on e.id = r.entry_id
     where r.game_id = ? and r.entry_id is not null and e.suspended_at is null`,
    [gameId],
  );
  return BigInt(row!.fees);
}
