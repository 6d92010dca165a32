import { randomUUID } from 'node:crypto';
import { TouchlineError } from '@touchline/api/errors';
import type { createLeague } from '@touchline/api/http/leagues';
import { buildNameKey, isReservedName } from '@touchline/api/name-key';
import { findGameweek, findGameweeks, hasStarted } from '@touchline/rules/season';
import { validationError } from '@touchline/service-kit/http/validate';
import type { Knex } from 'knex';
import type { z } from 'zod/mini';
import { type Outcome, toOutcome } from '../games/game-writes.ts';
import { isGameOver, type LeagueTime, MAX_LEAGUES_PER_ENTRY, type StoredLeague } from './league.ts';
import { createLeagueWrites } from './league-writes.ts';
import { findNames, insertLeagues, type NewLeague } from './leagues.store.ts';
import { type LeaguesContext, readTime } from './leagues-context.ts';
import { type EntryKey, findOrdinal, insertMembers } from './members.store.ts';

type Request = z.output<NonNullable<typeof createLeague.body>>;

/**
 * Creates a league with its owner as the first member.
 * @throws TouchlineError NOT_FOUND, ENTRY_NEEDED, NAME_TAKEN, LEAGUE_STARTED, TOO_MANY_LEAGUES, VALIDATION_FAILED
 */
export type Create = (wallet: string, request: Request) => Promise<StoredLeague>;

interface CreateRequest extends EntryKey {
  league: NewLeague;
  ordinal: number;
}

/** Creates the function that creates a league. Concurrent calls share a transaction. */
export function createCreate(context: LeaguesContext): Create {
  const { db } = context;
  const createTogether = createLeagueWrites(db, createAll);
  return async (wallet, request) => {
    const { game_id, kind, name, uses_coefficient, knock_out_gameweeks } = request;
    const time = await readTime(context, game_id);
    if (isGameOver(time))
      throw new TouchlineError('LEAGUE_STARTED', 'This game is over. Choose another game.');
    const start_gameweek = request.start_gameweek ?? findDefaultStart(time);
    const settings = { start_gameweek, uses_coefficient, knock_out_gameweeks };
    assertSettings({ kind, ...settings }, time);
    const ordinal = await findOrdinal(db, game_id, wallet);
    if (ordinal === null) throw entryNeeded(time.game.name);
    const created_at = time.now;
    const league = { id: randomUUID(), game_id, kind, name, owner: wallet, ...settings, created_at };
    return createTogether({ game_id, wallet, ordinal, league });
  };
}

async function createAll(
  trx: Knex.Transaction,
  requests: readonly CreateRequest[],
): Promise<Outcome<StoredLeague>[]> {
  const names = await findNames(trx, requests);
  const checked = requests.map((request, place) =>
    toOutcome(() => {
      const others = names[place]!;
      if (others.length >= MAX_LEAGUES_PER_ENTRY) throw tooManyLeagues();
      assertName(request.league.name, others);
      // Later requests of the same entry count this league too.
      for (const [later, { wallet, game_id }] of requests.entries())
        if (later > place && wallet === request.wallet && game_id === request.game_id)
          names[later]!.push(request.league.name);
      return request;
    }),
  );
  const accepted = checked.flatMap((outcome) => ('value' in outcome ? [outcome.value] : []));
  const stored = await insertLeagues(
    trx,
    accepted.map(({ league }) => league),
  );
  await insertMembers(
    trx,
    accepted.map(({ game_id, wallet, ordinal, league }) => ({
      league_id: league.id,
      game_id,
      wallet,
      ordinal,
      joined_at: new Date(league.created_at),
      version: 1,
    })),
  );
  const created = new Map(stored.map((league) => [league.id, { ...league, members: 1, version: 1 }]));
  return checked.map((outcome) =>
    'value' in outcome ? { value: created.get(outcome.value.league.id)! } : outcome,
  );
}

export const entryNeeded = (game: string) =>
  new TouchlineError('ENTRY_NEEDED', `Build a team in ${game} first. Then you can join the league.`);

export const tooManyLeagues = () =>
  new TouchlineError(
    'TOO_MANY_LEAGUES',
    `A team can be in ${MAX_LEAGUES_PER_ENTRY} leagues. Leave one before you join another.`,
  );

/** Finds the first gameweek of the game that has not started, else its last one. */
const findDefaultStart = ({ game, season, now }: LeagueTime): number =>
  findGameweeks(season, game).find((gameweek) => !hasStarted(gameweek, now))?.id ?? game.last_gameweek;

/**
 * Checks the settings of a league that has not started.
 * @throws TouchlineError VALIDATION_FAILED
 */
export function assertSettings(
  league: Pick<StoredLeague, 'kind' | 'start_gameweek' | 'knock_out_gameweeks'>,
  { game, season, now }: LeagueTime,
): void {
  const { kind, start_gameweek: start, knock_out_gameweeks } = league;
  const first = findGameweek(season, start);
  if (!first || start < game.first_gameweek || start > game.last_gameweek)
    throw validationError([{ path: 'start_gameweek', message: 'must be a gameweek of the game' }]);
  if (kind === 'HEAD_TO_HEAD' && hasStarted(first, now))
    throw validationError([{ path: 'start_gameweek', message: 'must not have started' }]);
  if (kind === 'CLASSIC' && knock_out_gameweeks > 0)
    throw validationError([{ path: 'knock_out_gameweeks', message: 'must be 0 in a classic league' }]);
}

/**
 * Rejects names that look like those of the operators or of another league of the user in the same game.
 * @throws TouchlineError NAME_TAKEN
 */
export function assertName(name: string, others: readonly string[]): void {
  const key = buildNameKey(name);
  if (isReservedName(key)) throw nameTaken('is reserved');
  if (others.some((other) => other === name || (key !== '' && buildNameKey(other) === key)))
    throw nameTaken('looks like the name of another league of yours');
}

const nameTaken = (message: string) =>
  new TouchlineError('NAME_TAKEN', `This name ${message}. Choose another one.`, {
    details: [{ path: 'name', message }],
  });
