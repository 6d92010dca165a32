import type { FixtureScoreMessage } from '@touchline/api/events/fpl-relay';
import type { Fixture, MatchEventKind } from '@touchline/api/http/fpl';
import { isOver } from '../football/gameweeks.ts';
import type { KnownMoment } from '../snapshots/snapshots.ts';

/** A moment that follows from what the feed shows, whenever it happened. */
export type ShownMoment = Pick<KnownMoment, 'id' | 'kind' | 'fixture' | 'player' | 'points'>;

/** Counters of `explain` whose every step is a moment, in the order in which they are listed. */
const COUNTED: Readonly<Record<string, MatchEventKind>> = {
  goals_scored: 'GOAL',
  own_goals: 'OWN_GOAL',
  assists: 'ASSIST',
  yellow_cards: 'YELLOW_CARD',
  red_cards: 'RED_CARD',
};

/**
 * Everything that happened in a fixture, in order, derived from its state alone: asking again, after a restart or on another
 * replica, gives the same ids.
 */
export function shownMoments(fixture: Fixture, scores: readonly FixtureScoreMessage[]): ShownMoment[] {
  const over = isOver(fixture);
  if (!fixture.started && !over) return [];
  const own = scores.filter((score) => score.fixture === fixture.id);
  const whistle = (kind: MatchEventKind): ShownMoment => ({
    ...{ id: `${fixture.id}-${kind}`, kind, fixture: fixture.id, player: null, points: 0 },
  });
  const played = Object.keys(COUNTED).flatMap((identifier) =>
    own.flatMap((score) => countedMoments(score, identifier)),
  );
  return [
    whistle('KICK_OFF'),
    ...played,
    ...(over ? [whistle('FULL_TIME')] : []),
    ...own.toSorted((a, b) => b.bonus - a.bonus).flatMap(bonusMoment),
  ];
}

function countedMoments(score: FixtureScoreMessage, identifier: string): ShownMoment[] {
  const kind = COUNTED[identifier];
  const line = score.explain.find((one) => one.identifier === identifier);
  if (!kind || !line || line.value <= 0) return [];
  // The feed has one sum for all of them; with a manual correction it may not divide.
  const upTo = (n: number) => Math.round((line.points * n) / line.value);
  return Array.from({ length: line.value }, (_, index) => ({
    ...{ id: `${score.fixture}-${kind}-${score.player}-${index + 1}`, kind, fixture: score.fixture },
    ...{ player: score.player, points: upTo(index + 1) - upTo(index) },
  }));
}

function bonusMoment({ fixture, player, bonus }: FixtureScoreMessage): ShownMoment[] {
  if (bonus <= 0) return [];
  return [{ id: `${fixture}-BONUS-${player}`, kind: 'BONUS', fixture, player, points: bonus }];
}
