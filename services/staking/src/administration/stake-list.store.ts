import type { ListQuery } from '@touchline/api/admin-values';
import type { AdminStake, STAKE_COLUMNS } from '@touchline/api/http/admin-stakes';
import { readSearchedAmount } from '@touchline/service-kit/administration/displayed-values';
import { type Database, query, queryOne } from '@touchline/service-kit/data/database';
import { toWireStake } from '../stakes/stake.ts';
import { ACTIVE } from '../stakes/stakes.store.ts';

type Column = (typeof STAKE_COLUMNS)[number];

const SORT_COLUMNS: Readonly<Record<Column, string>> = {
  id: 'id',
  wallet_address: 'wallet_address',
  amount: 'amount',
  lock_start_date: 'recorded_at',
  lock_end_date: 'lock_end',
  is_active: ACTIVE,
};

/** Whole tokens without trailing zeros. */
const TOKENS = 'trim_scale(amount * 0.000000000000000001)';

/** The day (UTC) of a column, in ISO format and as displayed. */
const days = (column: string) => `lower(to_char(${column} at time zone 'UTC', 'YYYY-MM-DD\nMon FMDD, YYYY'))`;

/**
 * Stakes with the text in a displayed column. Columns are in separate lines, because a search box has one line. A search for "active"
 * must not match "inactive", so the status starts with it.
 */
const MATCHES = `(
  position(:search in concat_ws('\n', id, wallet_address, ${days('recorded_at')}, ${days('lock_end')})) > 0
  or starts_with(case when ${ACTIVE} then 'active' else 'inactive' end, :search)
  or position(cast(:amount as text) in concat_ws('\n', ${TOKENS}, trim_scale(round(${TOKENS}, 2)))) > 0)`;

interface Row {
  id: string;
  wallet_address: string;
  amount: string;
  recorded_at: number;
  lock_end: number;
  is_active: boolean;
}

/** Reads a page of the stakes of all wallets. */
export async function listStakes(
  db: Database,
  { page, limit, sortBy, sortOrder, search: text = '' }: ListQuery<Column>,
): Promise<{ stakes: AdminStake[]; total: number }> {
  const search = text.toLowerCase();
  const filter = { search, amount: readSearchedAmount(search) };
  const where = search === '' ? '' : `where ${MATCHES}`;
  const [rows, counted] = await Promise.all([
    query<Row>(
      db,
      `select id, wallet_address, amount, recorded_at, lock_end, ${ACTIVE} as is_active from stakes ${where}
       order by ${SORT_COLUMNS[sortBy]} ${sortOrder}, id ${sortOrder} limit :limit offset :skipped`,
      { ...filter, limit, skipped: (page - 1) * limit },
    ),
    queryOne<{ total: number }>(db, `select count(*) as total from stakes ${where}`, filter),
  ]);
  return { stakes: rows.map(toListed), total: counted!.total };
}

const toListed = ({ wallet_address, is_active, amount, ...row }: Row): AdminStake => ({
  ...toWireStake({ ...row, amount: BigInt(amount) }),
  wallet_address,
  is_active,
});
