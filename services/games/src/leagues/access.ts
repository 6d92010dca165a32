import { TouchlineError } from '@touchline/api/errors';
import type { Knex } from 'knex';
import { findAutomaticLeague, isAutomaticId } from './automatic.ts';
import {
  canManage,
  isAutomatic,
  type LeagueTime,
  leagueNotFound,
  type OwnLeague,
  type StoredLeague,
} from './league.ts';
import { findLeagueOfWallet, lockLeague } from './leagues.store.ts';
import { type LeaguesContext, readTime } from './leagues-context.ts';
import { findMembers } from './members.store.ts';

/**
 * Finds a league of a wallet.
 * @throws TouchlineError NOT_FOUND, the same for an unknown league and for one that the wallet is not in
 */
export async function requireOwnLeague(
  { db }: Pick<LeaguesContext, 'db'>,
  id: string,
  wallet: string,
): Promise<OwnLeague> {
  const find = isAutomaticId(id) ? findAutomaticLeague : findLeagueOfWallet;
  const league = await find(db, id, wallet);
  if (!league) throw leagueNotFound();
  return league;
}

/**
 * Changes a league of a wallet in a transaction that locks the league.
 * @throws TouchlineError NOT_FOUND, FORBIDDEN for an automatic league
 */
export async function changeLeague<T>(
  context: LeaguesContext,
  id: string,
  wallet: string,
  change: (trx: Knex.Transaction, league: StoredLeague, time: LeagueTime) => Promise<T>,
): Promise<T> {
  const found = await requireOwnLeague(context, id, wallet);
  if (isAutomatic(found))
    throw new TouchlineError('FORBIDDEN', 'This league is automatic and can’t be changed.');
  const time = await readTime(context, found.game_id);
  return context.db.transaction(async (trx) => {
    const league = await lockLeague(trx, id);
    const [member] = await findMembers(trx, id, { among: [wallet] });
    if (!league || !member) throw leagueNotFound();
    return change(trx, league, time);
  });
}

/** Like `changeLeague`, for the owner and co-admins. */
export const changeManagedLeague: typeof changeLeague = (context, id, wallet, change) =>
  changeLeague(context, id, wallet, (trx, league, time) => {
    assertManages(league, wallet);
    return change(trx, league, time);
  });

/** @throws TouchlineError FORBIDDEN unless the wallet is the owner or a co-admin */
export function assertManages(league: StoredLeague, wallet: string): void {
  if (!canManage(league, wallet))
    throw new TouchlineError('FORBIDDEN', 'Only the owner and co-admins of this league can do this.');
}
