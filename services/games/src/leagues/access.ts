import { TouchlineError } from '@touchline/api/errors';
import type { Knex } from 'knex';
import { findAutomaticLeague, isAutomaticId } from './automatic.ts';
import { type AutomaticLeague, canManage, leagueNotFound, type StoredLeague } from './league.ts';
import { findLeagueOfWallet, lockLeague } from './leagues.store.ts';
import type { LeaguesContext } from './leagues-context.ts';
import { findMembers } from './members.store.ts';

/** A league of the user. */
export type OwnLeague =
  | { stored: StoredLeague; automatic: null }
  | { stored: null; automatic: AutomaticLeague };

/**
 * Finds a league of a wallet.
 * @throws TouchlineError NOT_FOUND, the same for an unknown league and for one that the wallet is not in
 */
export async function requireOwnLeague(
  { db }: Pick<LeaguesContext, 'db'>,
  id: string,
  wallet: string,
): Promise<OwnLeague> {
  if (isAutomaticId(id)) {
    const automatic = await findAutomaticLeague(db, id, wallet);
    if (automatic) return { stored: null, automatic };
  } else {
    const stored = await findLeagueOfWallet(db, id, wallet);
    if (stored) return { stored, automatic: null };
  }
  throw leagueNotFound();
}

/**
 * Finds a league of a wallet that is not automatic.
 * @throws TouchlineError NOT_FOUND; FORBIDDEN for an automatic league
 */
export async function requireStoredLeague(
  context: Pick<LeaguesContext, 'db'>,
  id: string,
  wallet: string,
): Promise<StoredLeague> {
  const { stored } = await requireOwnLeague(context, id, wallet);
  if (!stored) throw new TouchlineError('FORBIDDEN', 'This league is automatic and can’t be changed.');
  return stored;
}

/**
 * Runs a change in a transaction that locks the league.
 * @throws TouchlineError NOT_FOUND if the wallet is no longer a member
 */
export function withLockedLeague<T>(
  { db }: Pick<LeaguesContext, 'db'>,
  id: string,
  wallet: string,
  change: (trx: Knex.Transaction, league: StoredLeague) => Promise<T>,
): Promise<T> {
  return db.transaction(async (trx) => {
    const league = await lockLeague(trx, id);
    const [member] = await findMembers(trx, id, { among: [wallet] });
    if (!league || !member) throw leagueNotFound();
    return change(trx, league);
  });
}

/** @throws TouchlineError FORBIDDEN unless the wallet is the owner or a co-admin */
export function assertManages(league: StoredLeague, wallet: string): void {
  if (!canManage(league, wallet))
    throw new TouchlineError('FORBIDDEN', 'Only the owner and co-admins of this league can do this.');
}
