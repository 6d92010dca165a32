import type { SeriesPoint } from '@touchline/api/http/admin-overview';
import { toInstant } from '@touchline/api/values';
import { weiToTokens } from '@touchline/rules/tokens';
import { type Database, query, queryOne } from '@touchline/service-kit/data/database';

/** Counts games and entries. */
export async function readTotals(db: Database): Promise<{ games: number; entries: number }> {
  const row = await queryOne<{ games: number; entries: number }>(
    db,
    'select count(*) as games, coalesce(sum(participants), 0)::bigint as entries from games',
  );
  return row!;
}

type Point = Pick<SeriesPoint, 'at' | 'entries' | 'payments' | 'paid_amount' | 'points_updates'>;

/** Counts events per hour or day (UTC), starting with the period that contains `from` (ISO). Empty periods are left out. */
export async function readSeries(db: Database, per: 'hour' | 'day', from: string): Promise<Point[]> {
  const rows = await query<Omit<Point, 'at' | 'paid_amount'> & { at: number; paid_wei: string }>(db, SERIES, {
    per,
    from,
  });
  return rows.map(({ at, paid_wei, ...counts }) => ({
    ...counts,
    at: toInstant(at),
    paid_amount: weiToTokens(BigInt(paid_wei)),
  }));
}

const SINCE = `date_trunc(:per, cast(:from as timestamptz), 'UTC')`;
const truncateTime = (column: string) => `date_trunc(:per, ${column}, 'UTC')`;

const SERIES = `
  select at, sum(entries)::bigint as entries, sum(payments)::bigint as payments, sum(paid_wei) as paid_wei,
    sum(points_updates)::bigint as points_updates
  from (
    select ${truncateTime('joined_at')} as at, count(*) as entries, 0 as payments, 0 as paid_wei, 0 as points_updates
    from entries where joined_at >= ${SINCE} group by 1
    union all
    select ${truncateTime('block_time')}, 0, count(*), sum(amount), 0
    from ledger_transfers join payments on transfer_id = ledger_transfers.id and reservation_id is not null
    where block_time >= ${SINCE} and state <> 'ORPHANED' group by 1
    union all
    select ${truncateTime('hour')}, 0, 0, 0, sum(updates) from points_updates where hour >= ${SINCE} group by 1
  ) as counted group by at order by at`;
