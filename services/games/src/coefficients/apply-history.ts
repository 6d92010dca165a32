import { standingsChanged } from '@touchline/api/events/games';
import type { coefficientHistory } from '@touchline/api/events/staking';
import { computeAdjustedCoefficient, groupAdjustments } from '@touchline/rules/adjustments';
import { earnedThousandths } from '@touchline/rules/points';
import { findGameweeks, findLatestGameweek, hasStarted, type Season } from '@touchline/rules/season';
import { type CoefficientStep, coefficientBefore } from '@touchline/rules/stakes';
import type { Database } from '@touchline/service-kit/data/database';
import { writeOutbox } from '@touchline/service-kit/messaging/outbox';
import type { Knex } from 'knex';
import type { z } from 'zod';
import { findAdjustmentSums } from '../adjustments/adjustments.store.ts';
import type { Seasons } from '../football/seasons.ts';
import { computeStatus, type StoredGame } from '../games/game.ts';
import { findGamesById, raiseVersion } from '../games/games.store.ts';
import type { GamesContext } from '../games/games-context.ts';
import { arePrizesSettled } from '../games/prizes.ts';
import {
  correctSettled,
  insertCoefficientChange,
  lockHistory,
  markApplied,
  type OpenEntry,
  readHistoryVersions,
  readOpenEntries,
  readSettledCoefficients,
  readSteps,
  storeHistory,
} from './coefficients.store.ts';

export type CoefficientDeps = Pick<GamesContext, 'db' | 'writes' | 'seasons' | 'now'>;

export type CoefficientHistory = z.output<typeof coefficientHistory>;

/**
 * Applies a wallet's coefficient history. Idempotent: a known version changes nothing and returns the same result.
 * @returns the number of UPCOMING or ACTIVE participations whose coefficient changed in a gameweek that has not kicked off
 */
export async function applyHistory(deps: CoefficientDeps, history: CoefficientHistory): Promise<number> {
  const { db, seasons, now } = deps;
  const wallet = history.wallet.toLowerCase();
  const steps = history.steps.map((step) => ({
    at: Date.parse(step.recorded_at),
    coefficient: step.coefficient_thousandths,
  }));
  // A version whose application was interrupted may have changed anything.
  let changedFrom = Number.NEGATIVE_INFINITY;
  const updated = await db.transaction(async (trx) => {
    const known = await lockHistory(trx, wallet);
    if (known.version >= history.version) return known.updated_participations;
    if (known.applied_version === known.version) changedFrom = findFirstChange(known.steps, steps);
    const changes = latestCoefficient(known.steps) !== latestCoefficient(steps);
    const updated_participations = changes ? await countEntriesAhead(trx, wallet, seasons, now()) : 0;
    const { version, edits } = history;
    await storeHistory(trx, wallet, { version, steps, edits, updated_participations });
    return updated_participations;
  });
  await updateGames(deps, wallet, changedFrom);
  return updated;
}

const latestCoefficient = (steps: readonly CoefficientStep[]) =>
  coefficientBefore(steps, Number.POSITIVE_INFINITY);

/** Finds the time from which two histories differ, in epoch ms; Infinity if they are equal. */
function findFirstChange(before: readonly CoefficientStep[], after: readonly CoefficientStep[]): number {
  const count = Math.max(before.length, after.length);
  for (const [old, step] of Array.from({ length: count }, (_, n) => [before[n], after[n]] as const))
    if (old?.at !== step?.at || old?.coefficient !== step?.coefficient)
      return Math.min(old?.at ?? Number.POSITIVE_INFINITY, step?.at ?? Number.POSITIVE_INFINITY);
  return Number.POSITIVE_INFINITY;
}

/** Counts a wallet's participations in games with a gameweek that has not kicked off. */
async function countEntriesAhead(
  db: Database,
  wallet: string,
  seasons: Seasons,
  now: number,
): Promise<number> {
  const entries = (await readOpenEntries(db, wallet)).filter(({ suspended }) => !suspended);
  const games = await findGamesById(
    db,
    entries.map(({ game_id }) => game_id),
  );
  let count = 0;
  for (const game of games) {
    const running = ['UPCOMING', 'ACTIVE'].includes(computeStatus(game, now));
    if (running && hasGameweekAhead(await seasons.get(game.season), game, now)) count += 1;
  }
  return count;
}

const hasGameweekAhead = (season: Season, game: StoredGame, now: number) =>
  findGameweeks(season, game).some((gameweek) => gameweek.start !== null && !hasStarted(gameweek, now));

/**
 * Raises the versions of the wallet's games after its history is committed. Every reader of such a version then reads the new
 * history, including that of an entry that joins in between. After an interruption, the next event or start completes it.
 */
async function updateGames(
  { db, writes, seasons, now }: CoefficientDeps,
  wallet: string,
  changedFrom: number,
): Promise<void> {
  const known = (await readHistoryVersions(db, [wallet])).get(wallet);
  if (!known || known.applied_version >= known.version) return;
  for (const entry of await readOpenEntries(db, wallet))
    await writes.run(entry.game_id, (trx, game) =>
      updateEntry(trx, game, entry, { wallet, changedFrom }, seasons, now()),
    );
  await markApplied(db, wallet, known.version);
}

async function updateEntry(
  trx: Knex.Transaction,
  locked: StoredGame,
  { ordinal }: OpenEntry,
  { wallet, changedFrom }: { wallet: string; changedFrom: number },
  seasons: Seasons,
  now: number,
): Promise<void> {
  const { id: game_id, settlement, prizes, start } = locked;
  // Settled since the entries were read.
  if (arePrizesSettled(locked)) return;
  const corrected = await computeCorrected(trx, { game_id, ordinal }, await readSteps(trx, wallet));
  // Every new version of a final game recomputes all its prizes. If every stake raised the version, the prizes might never be settled.
  const movesPrizes = corrected.length > 0 || (prizes.plan.eligibility === 'STAKERS' && changedFrom < start);
  if (settlement === 'FINAL' && !movesPrizes) return;
  const game = await raiseVersion(trx, game_id);
  const entry = { game_id, game_version: game.version, ordinal };
  await insertCoefficientChange(trx, entry);
  for (const { gameweek, coefficient, earned } of corrected)
    await correctSettled(trx, { ...entry, gameweek }, { coefficient, earned });
  const gameweek = findLatestGameweek(await seasons.get(game.season), game, now)?.id ?? null;
  await writeOutbox(trx, standingsChanged, { game_id, gameweek });
}

/**
 * Computes the settled gameweeks of an entry whose coefficient is wrong: a stake recorded in time counts even if its event arrives
 * after settlement, until the prizes are settled. The time is that of the settlement, as in the result, although the feed may have
 * moved the kick-off since.
 */
async function computeCorrected(
  trx: Knex.Transaction,
  { game_id, ordinal }: Pick<OpenEntry, 'game_id' | 'ordinal'>,
  steps: readonly CoefficientStep[],
): Promise<{ gameweek: number; coefficient: number; earned: number }[]> {
  const sums = await findAdjustmentSums(trx, game_id, ordinal);
  const adjusted = groupAdjustments(sums).get(ordinal - 1);
  const settled = await readSettledCoefficients(trx, game_id, ordinal);
  return settled.flatMap(({ gameweek, points, coefficient: before, stake_cut_off }) => {
    // No match took place: there are no points that the coefficient multiplies, and no time by which a stake would have been late.
    if (stake_cut_off === null) return [];
    const staked = coefficientBefore(steps, stake_cut_off);
    const coefficient = computeAdjustedCoefficient(staked, adjusted, gameweek);
    return coefficient === before
      ? []
      : { gameweek, coefficient, earned: earnedThousandths(points, coefficient) };
  });
}
