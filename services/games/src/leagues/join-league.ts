import { TouchlineError } from '@touchline/api/errors';
import type { Knex } from 'knex';
import { type Outcome, toOutcome } from '../games/game-writes.ts';
import { entryNeeded, tooManyLeagues } from './create-league.ts';
import {
  isClosed,
  isFinished,
  type LeagueTime,
  MAX_LEAGUES_PER_ENTRY,
  MAX_MEMBERS,
  type StoredLeague,
} from './league.ts';
import { createLeagueWrites } from './league-writes.ts';
import { findLeagueByCode, findLeagueToJoin, lockLeagues } from './leagues.store.ts';
import { type LeaguesContext, readTime } from './leagues-context.ts';
import {
  type EntryKey,
  insertMembers,
  type JoinFacts,
  type NewMember,
  readJoinFacts,
} from './members.store.ts';

const wrongCode = () =>
  new TouchlineError('NOT_FOUND', 'No league has this code. Ask for a new link: codes can be replaced.');

/** Finds the league of a code, also after the start of a head-to-head league. @throws TouchlineError NOT_FOUND */
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
export type Join = (wallet: string, code: string) => Promise<StoredLeague>;

interface JoinRequest extends EntryKey {
  league_id: string;
  code: string;
  ordinal: number;
  time: LeagueTime;
}

/** Creates the function that joins a league. Concurrent joins share a transaction. */
export function createJoin(context: LeaguesContext): Join {
  const { db } = context;
  const joinTogether = createLeagueWrites(db, admitAll);
  return async (wallet, code) => {
    const found = await findLeagueToJoin(db, code, wallet);
    if (!found) throw wrongCode();
    const { id, game_id, ordinal } = found;
    const time = await readTime(context, game_id);
    if (ordinal === null) throw entryNeeded(time.game.name);
    return joinTogether({ league_id: id, code, game_id, wallet, ordinal, time });
  };
}

async function admitAll(
  trx: Knex.Transaction,
  requests: readonly JoinRequest[],
): Promise<Outcome<StoredLeague>[]> {
  const leagues = await lockLeagues(
    trx,
    requests.map(({ league_id }) => league_id),
  );
  const facts = await readJoinFacts(trx, requests);
  const admitted = new Map<string, NewMember>();
  const outcomes = requests.map((request, place) =>
    toOutcome(() => admit(leagues.get(request.league_id), request, facts[place]!, admitted)),
  );
  await insertMembers(trx, [...admitted.values()]);
  return outcomes;
}

/** Decides a join. @param admitted new members of the batch so far; receives the new one */
function admit(
  league: StoredLeague | undefined,
  request: JoinRequest,
  facts: JoinFacts,
  admitted: Map<string, NewMember>,
): StoredLeague {
  const { league_id, game_id, wallet, ordinal, time } = request;
  if (league?.code !== request.code) throw wrongCode();
  const key = `${league_id} ${wallet}`;
  if (facts.is_member || admitted.has(key)) return { ...league };
  if (facts.is_banned)
    throw new TouchlineError('FORBIDDEN', 'You were banned from this league. Its owner can lift the ban.');
  assertOpen(league, time);
  const others = [...admitted.values()].filter((each) => each.wallet === wallet && each.game_id === game_id);
  if (facts.leagues + others.length >= MAX_LEAGUES_PER_ENTRY) throw tooManyLeagues();
  league.members += 1;
  league.version += 1;
  const joined_at = new Date(time.now);
  admitted.set(key, { league_id, game_id, wallet, ordinal, joined_at, version: league.version });
  return { ...league };
}

function assertOpen(league: StoredLeague, time: LeagueTime): void {
  if (isFinished(league, time)) throw new TouchlineError('LEAGUE_STARTED', 'This league is over.');
  if (isClosed(league, time))
    throw new TouchlineError('LEAGUE_STARTED', 'This league has started and no longer accepts members.');
  if (league.members >= MAX_MEMBERS[league.kind])
    throw new TouchlineError('LEAGUE_FULL', 'This league is full. Nothing has changed for you.');
}
