import { standingsChanged } from '@touchline/api/events/games';
import type { coefficientHistory } from '@touchline/api/events/staking';
import { earnedThousandths } from '@touchline/rules/earned';
import { type CoefficientStep, coefficientBefore } from '@touchline/rules/stakes';
import type { Database } from '@touchline/service-kit/database';
import { writeOutbox } from '@touchline/service-kit/outbox';
import type { Knex } from 'knex';
import type { z } from 'zod';
import { gameweekOf, gameweeksOf, hasBegun, latestGameweek, type Season } from '../football/season.ts';
import type { Seasons } from '../football/seasons.ts';
import { type StoredGame, statusOf } from '../games/game.ts';
import type { ChangeGame } from '../games/game-queue.ts';
import { findGamesById, raiseVersion } from '../games/games.store.ts';
import {
  correctSettled,
  historyVersions,
  insertCoefficientChange,
  lockHistory,
  markApplied,
  openEntriesOf,
  settledCoefficients,
  stepsOf,
  storeHistory,
} from './coefficients.store.ts';
import { stakeCutOff } from './stake-cut-off.ts';

export interface CoefficientDeps {
  db: Database;
  changeGame: ChangeGame;
  seasons: Seasons;
  now: () => number;
}

export type CoefficientHistory = z.output<typeof coefficientHistory>;

/**
 * Takes the history of a wallet's coefficient as staking tells it. What is older than what is known changes nothing, and
 * the same again answers the same.
 * @returns how many UPCOMING or ACTIVE participations have another coefficient in a gameweek that has not kicked off
 */
export async function applyHistory(deps: CoefficientDeps, history: CoefficientHistory): Promise<number> {
  const wallet = history.wallet.toLowerCase();
  const steps = history.steps.map((step) => ({
    at: Date.parse(step.recorded_at),
    coefficient: step.coefficient_thousandths,
  }));
  const updated = await deps.db.transaction(async (trx) => {
    const known = await lockHistory(trx, wallet);
    if (known.version >= history.version) return known.updated_participations;
    const changes = latest(known.steps) !== latest(steps);
    const updated_participations = changes ? await participationsAhead(deps, trx, wallet) : 0;
    await storeHistory(trx, wallet, { version: history.version, steps, updated_participations });
    return updated_participations;
  });
  await tellGames(deps, wallet);
  return updated;
}

const latest = (steps: readonly CoefficientStep[]) => coefficientBefore(steps, Number.POSITIVE_INFINITY);

/** Participations of a wallet in games that still have a gameweek before their kick-off. */
async function participationsAhead(
  { seasons, now }: CoefficientDeps,
  db: Knex,
  wallet: string,
): Promise<number> {
  const entries = (await openEntriesOf(db, wallet)).filter(({ suspended }) => !suspended);
  const games = await findGamesById(
    db,
    entries.map(({ game_id }) => game_id),
  );
  let count = 0;
  for (const game of games) {
    const running = ['UPCOMING', 'ACTIVE'].includes(statusOf(game, now()));
    if (running && hasGameweekAhead(await seasons.get(game.season), game, now())) count += 1;
  }
  return count;
}

const hasGameweekAhead = (season: Season, game: StoredGame, now: number) =>
  gameweeksOf(season, game).some((gameweek) => gameweek.start !== null && !hasBegun(gameweek, now));

/**
 * The versions of the wallet's games rise after its history is committed, so whoever reads one of them, an entry that
 * joins meanwhile included, reads the new history. Ended in between, it is done by the next event or start.
 */
async function tellGames(deps: CoefficientDeps, wallet: string): Promise<void> {
  const { db } = deps;
  const known = await historyVersions(db, wallet);
  if (!known || known.applied_version >= known.version) return;
  for (const entry of await openEntriesOf(db, wallet))
    await deps.changeGame(entry.game_id, (trx) => tellGame(deps, trx, entry, wallet));
  await markApplied(db, wallet, known.version);
}

async function tellGame(
  { seasons, now }: CoefficientDeps,
  trx: Knex.Transaction,
  { game_id, ordinal }: { game_id: string; ordinal: number },
  wallet: string,
): Promise<void> {
  const game = await raiseVersion(trx, game_id);
  const season = await seasons.get(game.season);
  const entry = { game_id, game_version: game.version, ordinal };
  await insertCoefficientChange(trx, entry);
  if (game.settlement !== 'FINAL') await recount(trx, season, entry, await stepsOf(trx, wallet));
  const gameweek = latestGameweek(season, game, now())?.id ?? null;
  await writeOutbox(trx, standingsChanged, { game_id, gameweek });
}

/** A stake that was recorded in time counts even where its word came after the gameweek was settled. */
async function recount(
  trx: Knex.Transaction,
  season: Season,
  entry: { game_id: string; game_version: number; ordinal: number },
  steps: readonly CoefficientStep[],
): Promise<void> {
  for (const { gameweek, points, coefficient } of await settledCoefficients(
    trx,
    entry.game_id,
    entry.ordinal,
  )) {
    const settled = gameweekOf(season, gameweek);
    const right = settled ? coefficientBefore(steps, stakeCutOff(settled)) : coefficient;
    if (right === coefficient) continue;
    const earned = earnedThousandths(points, right);
    await correctSettled(trx, { ...entry, gameweek }, { coefficient: right, earned });
  }
}
