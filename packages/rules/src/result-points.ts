import { computeAdjustedCoefficient, groupAdjustments } from './adjustments.ts';
import { countingFixtures, fixturesByPlayer, type GamePeriod } from './counting.ts';
import { lineupsForGameweek } from './lineup.ts';
import { earnedThousandths, teamGameweek } from './points.ts';
import type { PublishedEntry, PublishedGameweek, PublishedPoints } from './result-document.ts';
import { buildScoreBook, type ScoreBook } from './scores.ts';
import type { Position } from './squad.ts';
import { coefficientBefore, computeStakeCutOff } from './stakes.ts';

/** A gameweek of a result, prepared for all entries. */
export interface PreparedGameweek {
  id: number;
  fixtures: PublishedGameweek['fixtures'];
  /** Current club by player. */
  clubs: ReadonlyMap<number, number>;
  scores: ScoreBook;
  /** Epoch ms; Infinity if no fixture took place. */
  stakeCutOff: number;
}

/** Points of an entry, computed again; earned points in thousandths. */
export interface ComputedEntry {
  gameweeks: PublishedPoints[];
  gross: number;
  earned: number;
}

/** Prepares a published gameweek for `computeEntry`. One preparation serves all entries. */
export function prepareGameweek({ gameweek, fixtures, clubs, scores }: PublishedGameweek): PreparedGameweek {
  return {
    id: gameweek,
    fixtures,
    clubs: new Map(clubs.map(({ player, club }) => [player, club])),
    scores: buildScoreBook(scores, true),
    stakeCutOff: computeStakeCutOff({ fixtures }),
  };
}

/**
 * Computes the points of an entry from its lineups, its coefficients and the football data (game rules 3).
 */
export function computeEntry(
  entry: PublishedEntry,
  gameweeks: readonly PreparedGameweek[],
  period: GamePeriod,
): ComputedEntry {
  const sums = entry.corrections.map((correction) => ({ ...correction, ordinal: 1 }));
  const adjusted = groupAdjustments(sums).get(0);
  const points = gameweeks.map((gameweek): PublishedPoints => {
    const byStakes = coefficientBefore(entry.coefficients, gameweek.stakeCutOff);
    const coefficient = computeAdjustedCoefficient(byStakes, adjusted, gameweek.id);
    const gross = computeGross(entry, gameweek, period);
    return {
      gameweek: gameweek.id,
      points: gross,
      coefficient,
      earned: earnedThousandths(gross, coefficient),
    };
  });
  return {
    gameweeks: points,
    gross: points.reduce((sum, each) => sum + each.points, adjusted?.gross ?? 0),
    earned: points.reduce((sum, each) => sum + each.earned, adjusted?.earned ?? 0),
  };
}

function computeGross(entry: PublishedEntry, gameweek: PreparedGameweek, period: GamePeriod): number {
  const lineups = lineupsForGameweek(entry.lineups, gameweek.id);
  if (lineups.length === 0) return 0;
  const counting = countingFixtures(gameweek.fixtures, { ...period, joined_at: entry.joined_at });
  const clubs = new Map(entry.roster.map(({ player, club }) => [player, gameweek.clubs.get(player) ?? club]));
  return teamGameweek({
    lineups,
    positions: mapRoster(entry),
    fixtures: fixturesByPlayer(clubs, counting, gameweek.scores, true),
    scores: gameweek.scores,
    gameweek_over: true,
  }).points;
}

/** Maps the players of the roster to their positions. Squad rules allow only the four positions. */
export function mapRoster({ roster }: Pick<PublishedEntry, 'roster'>): Map<number, Position> {
  return new Map(roster.map(({ player, position }) => [player, position as Position]));
}
