import { TouchlineError } from '@touchline/api/errors';
import { entryNeeded, tooManyLeagues } from './create-league.ts';
import {
  isClosed,
  isGameOver,
  type LeagueTime,
  MAX_LEAGUES_PER_ENTRY,
  MAX_MEMBERS,
  type StoredLeague,
} from './league.ts';
import { findLeagueByCode, findLeagueToJoin, lockLeague } from './leagues.store.ts';
import { type LeaguesContext, readTime } from './leagues-context.ts';
import { insertMember, lockEntry, readJoinFacts } from './members.store.ts';

const wrongCode = () =>
  new TouchlineError('NOT_FOUND', 'No league has this code. Ask for a new link: codes can be replaced.');

/** Finds the league of a code. @throws TouchlineError NOT_FOUND, also after the start of a head-to-head league */
export async function findInvited(
  context: LeaguesContext,
  code: string,
): Promise<{ league: StoredLeague; time: Awaited<ReturnType<typeof readTime>> }> {
  const league = await findLeagueByCode(context.db, code);
  if (!league) throw wrongCode();
  return { league, time: await readTime(context, league.game_id) };
}

/**
 * Joins the league of a code; a member stays one.
 * @throws TouchlineError NOT_FOUND, FORBIDDEN for a banned wallet, ENTRY_NEEDED, LEAGUE_FULL, LEAGUE_STARTED, TOO_MANY_LEAGUES
 */
export async function join(context: LeaguesContext, wallet: string, code: string): Promise<StoredLeague> {
  const { db, now } = context;
  const found = await findLeagueToJoin(db, code, wallet);
  if (!found) throw wrongCode();
  const { id, game_id, ordinal } = found;
  const time = await readTime(context, game_id);
  if (ordinal === null) throw entryNeeded(time.game.name);
  return db.transaction(async (trx) => {
    // The entry before the league, in every transaction: the order prevents deadlocks.
    await lockEntry(trx, game_id, wallet);
    const league = await lockLeague(trx, id);
    if (league?.code !== code) throw wrongCode();
    const facts = await readJoinFacts(trx, league, wallet);
    if (facts.is_member) return league;
    if (facts.is_banned) throw new TouchlineError('FORBIDDEN', 'You can’t join this league.');
    assertOpen(league, time);
    if (facts.leagues >= MAX_LEAGUES_PER_ENTRY) throw tooManyLeagues();
    await insertMember(trx, { league_id: id, wallet, ordinal, joined_at: new Date(now()) });
    return { ...league, members: league.members + 1, version: league.version + 1 };
  });
}

function assertOpen(league: StoredLeague, time: LeagueTime): void {
  if (isGameOver(time)) throw new TouchlineError('LEAGUE_STARTED', 'The game of this league is over.');
  if (isClosed(league, time))
    throw new TouchlineError('LEAGUE_STARTED', 'This league has started. Nobody can join it any more.');
  if (league.members >= MAX_MEMBERS[league.kind])
    throw new TouchlineError('LEAGUE_FULL', 'This league is full. Nothing has changed for you.');
}
