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
 * Points per player and fixture: the sum of that fixture's `explain` (game rules 3). `explain` lists minutes and what
 * brought points; BPS stands only in the fixture's own statistics, or, for a player with one fixture, in the player's totals.
 * Players that are not in `known` (managers, kinds we do not know) are left out.
 */
export function scoresOf(
  elements: readonly LiveElement[],
  fixtures: readonly Fixture[],
  known: ReadonlySet<number>,
): { scores: FixtureScoreMessage[]; mismatches: Mismatch[] } {
  const bps = new Map(fixtures.map((fixture) => [fixture.id, bpsOf(fixture)]));
  const unfinished = new Set(fixtures.filter(({ finished }) => !finished).map(({ id }) => id));
  const scores: FixtureScoreMessage[] = [];
  const mismatches: Mismatch[] = [];
  for (const element of elements) {
    if (!known.has(element.id)) continue;
    let explained = 0;
    for (const part of element.explain) {
      const alone = element.explain.length === 1 ? (element.stats.bps ?? 0) : 0;
      const score = scoreOf(element.id, part, bps.get(part.fixture)?.get(element.id) ?? alone);
      explained += score.points;
      scores.push(unfinished.has(part.fixture) ? withoutBonus(score) : score);
    }
    const total = element.stats.total_points;
    if (explained !== total) mismatches.push({ player: element.id, explained, total });
  }
  return { scores, mismatches };
}

function scoreOf(player: number, part: LiveElement['explain'][number], bps: number): FixtureScoreMessage {
  const valueIn = (identifier: string) =>
    part.stats.find((stat) => stat.identifier === identifier)?.value ?? 0;
  const explain = part.stats.map(({ identifier, value, points, points_modification }) => ({
    identifier,
    value,
    points: points + points_modification,
  }));
  return {
    fixture: part.fixture,
    player,
    points: explain.reduce((sum, { points }) => sum + points, 0),
    minutes: valueIn('minutes'),
    cards: valueIn('yellow_cards') + valueIn('red_cards'),
    bps,
    bonus: valueIn('bonus'),
    explain,
  };
}

/**
 * Since 2026-27 the feed awards bonus while the match runs and takes it away again: until the fixture is finished, bonus is
 * the provisional one by BPS (game rules 3).
 */
function withoutBonus(score: FixtureScoreMessage): FixtureScoreMessage {
  const explain = score.explain.filter(({ identifier }) => identifier !== 'bonus');
  return { ...score, bonus: 0, points: explain.reduce((sum, { points }) => sum + points, 0), explain };
}

/** BPS per player of one fixture; a negative one counts too, zeros are not listed. */
function bpsOf(fixture: Fixture): Map<number, number> {
  const stat = fixture.stats.find(({ identifier }) => identifier === 'bps');
  return new Map([...(stat?.h ?? []), ...(stat?.a ?? [])].map(({ element, value }) => [element, value]));
}
