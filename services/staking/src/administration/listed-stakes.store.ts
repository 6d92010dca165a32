import { weiToTokens } from '@touchline/rules/tokens';
import { type Database, query, queryOne } from '@touchline/service-kit/database';

/** A stake as the list shows and sorts it. */
export interface ListedStake {
  id: string;
  wallet_address: string;
  /** Wei, and the same in whole tokens. */
  wei: bigint;
  amount: string;
  /** Epoch ms. */
  lock_start: number;
  lock_end: number;
  is_active: boolean;
}

interface Row {
  id: string;
  wallet_address: string;
  amount: string;
  recorded_at: number;
  lock_end: number;
  is_active: boolean;
  changed_in: string;
}

/** Everything that was written by a transaction below it is visible; it only grows. */
export type Horizon = string;
export const NO_HORIZON: Horizon = '0';

const PAGE = 10_000;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/**
 * Reads the stakes that transactions from a horizon on have written, page by page; some of them may be known already.
 * @returns the horizon to go on from
 */
export async function readChangedStakes(
  db: Database,
  from: Horizon,
  onPage: (stakes: ListedStake[]) => void,
): Promise<Horizon> {
  const now = await queryOne<{ horizon: Horizon }>(
    db,
    'select pg_snapshot_xmin(pg_current_snapshot())::text as horizon',
  );
  let place = { changed_in: from, id: BEFORE_ALL };
  for (let more = true; more; ) {
    const rows = await query<Row>(
      db,
      `select id, wallet_address, amount, recorded_at, lock_end, state = 'ACTIVE' and counts as is_active,
         changed_in::text
       from stakes where (changed_in, id) > (:changed_in::xid8, :id::uuid) order by stakes.changed_in, id limit :limit`,
      { ...place, limit: PAGE },
    );
    onPage(rows.map(toListed));
    place = rows.at(-1) ?? place;
    more = rows.length === PAGE;
  }
  return now!.horizon;
}

function toListed({ id, wallet_address, amount, recorded_at, lock_end, is_active }: Row): ListedStake {
  const wei = BigInt(amount);
  return { id, wallet_address, wei, amount: weiToTokens(wei), lock_start: recorded_at, lock_end, is_active };
}
