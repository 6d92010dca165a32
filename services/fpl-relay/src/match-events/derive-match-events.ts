import type { FixtureScoreMessage } from '@touchline/api/events/fpl-relay';
import type { Fixture, MatchEventKind } from '@touchline/api/http/fpl';
import { isOver } from '../football/gameweeks.ts';
import type { StoredMatchEvent } from '../snapshots/snapshots.ts';

/** A match event derived from the state of the feed, without the time at which it happened. */
export type DerivedMatchEvent = Pick<StoredMatchEvent, 'id' | 'kind' | 'fixture' | 'player' | 'points'>;

/** Counters of `explain` that produce one match event per unit, in display order. */
const COUNTED: Readonly<Record<string, MatchEventKind>> = {
  goals_scored: 'GOAL',
  own_goals: 'OWN_GOAL',
  assists: 'ASSIST',
  yellow_cards: 'YELLOW_CARD',
  red_cards: 'RED_CARD',
};

/**
 * Derives all match events of a fixture from its current state, in order. The ids are deterministic, so a restart or another
 * replica produces the same events.
 */
export function deriveMatchEvents(
  fixture: Fixture,
  scores: readonly FixtureScoreMessage[],
): DerivedMatchEvent[] {
  const over = isOver(fixture);
  if (!fixture.started && !over) return [];
  const own = scores.filter((score) => score.fixture === fixture.id);
  const createWhistle = (kind: MatchEventKind): DerivedMatchEvent => ({
    id: `${fixture.id}-${kind}`,
    kind,
    fixture: fixture.id,
    player: null,
    points: 0,
  });
  const played = Object.keys(COUNTED).flatMap((identifier) =>
    own.flatMap((score) => deriveCounted(score, identifier)),
  );
  return [
    createWhistle('KICK_OFF'),
    ...played,
    ...(over ? [createWhistle('FULL_TIME')] : []),
    ...own.toSorted((a, b) => b.bonus - a.bonus).flatMap(deriveBonus),
  ];
}

function deriveCounted(score: FixtureScoreMessage, identifier: string): DerivedMatchEvent[] {
  const kind = COUNTED[identifier];
  const line = score.explain.find((one) => one.identifier === identifier);
  if (!kind || !line || line.value <= 0) return [];
  // The feed has only the sum of the points; after a manual correction it may not be divisible.
  const pointsUpTo = (n: number) => Math.round((line.points * n) / line.value);
  return Array.from({ length: line.value }, (_, index) => ({
    id: `${score.fixture}-${kind}-${score.player}-${index + 1}`,
    kind,
    fixture: score.fixture,
    player: score.player,
    points: pointsUpTo(index + 1) - pointsUpTo(index),
  }));
}

function deriveBonus({ fixture, player, bonus }: FixtureScoreMessage): DerivedMatchEvent[] {
  if (bonus <= 0) return [];
  return [{ id: `${fixture}-BONUS-${player}`, kind: 'BONUS', fixture, player, points: bonus }];
}
