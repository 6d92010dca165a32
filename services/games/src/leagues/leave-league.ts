import { TouchlineError } from '@touchline/api/errors';
import type { Knex } from 'knex';
import { assertManages, changeLeague } from './access.ts';
import { isClosed, isFinished, type StoredLeague } from './league.ts';
import { deleteLeague, updateManagers } from './leagues.store.ts';
import type { LeaguesContext } from './leagues-context.ts';
import { deleteMember, findMembers, insertBan } from './members.store.ts';

/**
 * Removes a member from a league: a wallet removes itself, the owner and co-admins also others. Removing a wallet that is not a
 * member has no effect, except for the ban.
 * @returns the number of members left; a league without members is deleted
 * @throws TouchlineError NOT_FOUND, FORBIDDEN, LEAGUE_STARTED for a head-to-head league, and for another member of a finished league
 */
export async function removeMember(
  context: LeaguesContext,
  id: string,
  wallet: string,
  member: string,
  ban: boolean,
): Promise<number> {
  return changeLeague(context, id, wallet, async (trx, league, time) => {
    assertMayRemove(league, wallet, member, ban);
    if (isClosed(league, time))
      throw new TouchlineError('LEAGUE_STARTED', 'The league has started. Its members stay until its end.');
    if (member !== wallet && isFinished(league, time))
      throw new TouchlineError('LEAGUE_STARTED', 'This league is over. Its members stay.');
    const removed = await deleteMember(trx, id, member);
    if (ban) await insertBan(trx, id, member);
    if (!removed) return league.members;
    if (league.members === 1) await deleteLeague(trx, id);
    else await appointManagers(trx, league, member);
    return league.members - 1;
  });
}

function assertMayRemove(league: StoredLeague, wallet: string, member: string, ban: boolean): void {
  if (wallet === member && !ban) return;
  assertManages(league, wallet);
  if (member === wallet) throw new TouchlineError('FORBIDDEN', 'You can’t ban yourself. Leave the league.');
  if (member === league.owner)
    throw new TouchlineError('FORBIDDEN', 'The owner of a league can’t be removed.');
}

/** Ends the rights of a member who left. The first co-admin, or else the earliest member, becomes the owner. */
async function appointManagers(trx: Knex.Transaction, league: StoredLeague, left: string): Promise<void> {
  const { id, owner } = league;
  if (owner !== left && !league.co_admins.includes(left)) return;
  const remaining = league.co_admins.filter((each) => each !== left);
  if (owner !== left) return void (await updateManagers(trx, { id, owner, co_admins: remaining }));
  const [first] = remaining;
  const successor = first ?? (await findMembers(trx, id, { limit: 1 }))[0]!;
  const co_admins = remaining.filter((each) => each !== successor);
  await updateManagers(trx, { id, owner: successor, co_admins });
}
