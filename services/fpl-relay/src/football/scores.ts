import type { FixtureScoreMessage } from '@touchline/api/events/fpl-relay';
import type { Fixture } from '@touchline/api/http/fpl';
import type { LiveElement } from '../feed/feed.schema.ts';

/** A player whose explained points differ from the feed's own total. */
export interface Mismatch {
  player: number;
  explained: number;
  total: number;
}

/**
 * Computes points per player and fixture as the sum of the fixture's `explain` (game rules 3). BPS is not in `explain`: it
 * comes from the fixture, or from the player's totals if the player has one fixture. Players that are not in `known`, such
 * as managers, are excluded.
 */
export function computeScores(
  elements: readonly LiveElement[],
  fixtures: readonly Fixture[],
  known: ReadonlySet<number>,
): { scores: FixtureScoreMessage[]; mismatches: Mismatch[] } {
  const bps = new Map(fixtures.map((fixture) => [fixture.id, readBps(fixture)]));
  const unfinished = new Set(fixtures.filter(({ finished }) => !finished).map(({ id }) => id));
  const scores: FixtureScoreMessage[] = [];
  const mismatches: Mismatch[] = [];
  for (const element of elements) {
    if (!known.has(element.id)) continue;
    let explained = 0;
    for (const [index, match] of element.explain.entries()) {
      const totalBps = element.explain.length === 1 ? (element.stats.bps ?? 0) : 0;
      const score = computeScore(element.id, match, bps.get(match.fixture)?.get(element.id) ?? totalBps);
      explained += score.points;
      // The feed explains conceded goals of goalkeepers and defenders only, so its totals of the gameweek count.
      score.goals = index === 0 ? (element.stats.goals_scored ?? 0) - (element.stats.goals_conceded ?? 0) : 0;
      scores.push(unfinished.has(match.fixture) ? withoutBonus(score) : score);
    }
    const total = element.stats.total_points;
    if (explained !== total) mismatches.push({ player: element.id, explained, total });
  }
  return { scores, mismatches };
}

function computeScore(
  player: number,
  match: LiveElement['explain'][number],
  bps: number,
): FixtureScoreMessage {
  const valueIn = (identifier: string) =>
    match.stats.find((stat) => stat.identifier === identifier)?.value ?? 0;
  const explain = match.stats.map(({ identifier, value, points, points_modification }) => ({
    identifier,
    value,
    points: points + points_modification,
  }));
  return {
    fixture: match.fixture,
    player,
    points: explain.reduce((sum, { points }) => sum + points, 0),
    minutes: valueIn('minutes'),
    cards: valueIn('yellow_cards') + valueIn('red_cards'),
    bps,
    bonus: valueIn('bonus'),
    goals: 0,
    explain,
  };
}

/**
 * Removes the bonus of an unfinished fixture. From 2026-27 on the feed awards and withdraws bonus during a match; until it
 * is finished, the provisional bonus by BPS applies (game rules 3).
 */
function withoutBonus(score: FixtureScoreMessage): FixtureScoreMessage {
  const explain = score.explain.filter(({ identifier }) => identifier !== 'bonus');
  return { ...score, bonus: 0, points: explain.reduce((sum, { points }) => sum + points, 0), explain };
}

/** BPS per player of one fixture. Values may be negative; zeros are not listed. */
function readBps(fixture: Fixture): Map<number, number> {
  const stat = fixture.stats.find(({ identifier }) => identifier === 'bps');
  return new Map([...(stat?.h ?? []), ...(stat?.a ?? [])].map(({ element, value }) => [element, value]));
}
