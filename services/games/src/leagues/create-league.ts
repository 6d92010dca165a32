import { randomUUID } from 'node:crypto';
import { TouchlineError } from '@touchline/api/errors';
import type { createLeague } from '@touchline/api/http/leagues';
import { buildNameKey, isReservedName } from '@touchline/api/name-key';
import { findGameweek, findGameweeks, hasStarted } from '@touchline/rules/season';
import { validationError } from '@touchline/service-kit/http/validate';
import type { z } from 'zod/mini';
import { isGameOver, type LeagueTime, MAX_LEAGUES_PER_ENTRY, type StoredLeague } from './league.ts';
import { findLeagueOfWallet, findLeaguesOfWallet, insertLeague } from './leagues.store.ts';
import { type LeaguesContext, readTime } from './leagues-context.ts';
import { findOrdinal, insertMember, lockEntry } from './members.store.ts';

type Request = z.output<NonNullable<typeof createLeague.body>>;

/**
 * Creates a league with its owner as the first member.
 * @throws TouchlineError NOT_FOUND, ENTRY_NEEDED, NAME_TAKEN, LEAGUE_STARTED, TOO_MANY_LEAGUES, VALIDATION_FAILED
 */
export async function create(
  context: LeaguesContext,
  wallet: string,
  request: Request,
): Promise<StoredLeague> {
  const { db, now } = context;
  const time = await readTime(context, request.game_id);
  if (isGameOver(time)) throw new TouchlineError('LEAGUE_STARTED', 'This game is over. Choose another game.');
  const start_gameweek = request.start_gameweek ?? findDefaultStart(time);
  assertSettings({ ...request, start_gameweek }, time);
  const ordinal = await findOrdinal(db, time.game.id, wallet);
  if (ordinal === null) throw entryNeeded(time.game.name);
  const id = randomUUID();
  const { uses_coefficient, knock_out_gameweeks, game_id, kind, name } = request;
  const created_at = new Date(now());
  await db.transaction(async (trx) => {
    await lockEntry(trx, game_id, wallet);
    const others = await findLeaguesOfWallet(trx, wallet, game_id);
    if (others.length >= MAX_LEAGUES_PER_ENTRY) throw tooManyLeagues();
    assertName(name, others);
    const settings = { start_gameweek, uses_coefficient, knock_out_gameweeks };
    await insertLeague(trx, { id, game_id, kind, name, owner: wallet, ...settings, created_at });
    await insertMember(trx, { league_id: id, wallet, ordinal, joined_at: created_at });
  });
  return (await findLeagueOfWallet(db, id, wallet))!;
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
export function assertName(name: string, others: readonly Pick<StoredLeague, 'name'>[]): void {
  const key = buildNameKey(name);
  if (isReservedName(key)) throw nameTaken('is reserved');
  if (others.some((other) => other.name === name || (key !== '' && buildNameKey(other.name) === key)))
    throw nameTaken('looks like the name of another league of yours');
}

const nameTaken = (message: string) =>
  new TouchlineError('NAME_TAKEN', `This name ${message}. Choose another one.`, {
    details: [{ path: 'name', message }],
  });
