import { weiToTokens } from '@touchline/rules/tokens';
import { type Database, query, queryOne } from '@touchline/service-kit/data/database';

/** A stake with the columns that the list shows and sorts by. */
export interface ListedStake {
  id: string;
  wallet_address: string;
  /** The amount in wei. */
  wei: bigint;
  /** The amount in whole tokens. */
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

/** A transaction id. All changes of transactions below it are visible. It only grows. */
export type Horizon = string;
export const NO_HORIZON: Horizon = '0';

const PAGE = 10_000;
const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Reads the stakes written by transactions from a horizon on, page by page. The result may contain stakes that were read
 * before.
 * @returns the horizon for the next call
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
  let position = { changed_in: from, id: LOWEST_ID };
  for (let more = true; more; ) {
    const rows = await query<Row>(
      db,
      `select id, wallet_address, amount, recorded_at, lock_end, state = 'ACTIVE' and counts as is_active,
         changed_in::text
       from stakes where (changed_in, id) > (:changed_in::xid8, :id::uuid) order by stakes.changed_in, id limit :limit`,
      { ...position, limit: PAGE },
    );
    onPage(rows.map(toListed));
    position = rows.at(-1) ?? position;
    more = rows.length === PAGE;
  }
  return now!.horizon;
}

function toListed({ id, wallet_address, amount, recorded_at, lock_end, is_active }: Row): ListedStake {
  const wei = BigInt(amount);
  return { id, wallet_address, wei, amount: weiToTokens(wei), lock_start: recorded_at, lock_end, is_active };
}
