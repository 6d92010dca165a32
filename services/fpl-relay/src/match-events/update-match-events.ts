import type { FixtureScoreMessage } from '@touchline/api/events/fpl-relay';
import type { Fixture } from '@touchline/api/http/fpl';
import { isOver } from '../football/gameweeks.ts';
import type { StoredMatchEvent } from '../snapshots/snapshots.ts';
import { type DerivedMatchEvent, deriveMatchEvents } from './derive-match-events.ts';

/** The fixtures and scores of a gameweek at the time of a poll. */
export interface FeedState {
  fixtures: readonly Fixture[];
  scores: readonly FixtureScoreMessage[];
  /** Epoch ms. */
  now: number;
  /** Returns true if the relay polled the fixture shortly before; otherwise the time of new events is unknown. */
  wasWatched(fixture: Fixture): boolean;
}

const FULL_TIME_MINUTE = 90;

/**
 * Updates the match events of a gameweek after a poll. Events that the feed no longer shows are marked as `taken_back`; if
 * they reappear, they are restored unchanged. Events are ordered by discovery.
 */
export function updateMatchEvents(stored: readonly StoredMatchEvent[], state: FeedState): StoredMatchEvent[] {
  const derived = new Map<string, DerivedMatchEvent>();
  for (const fixture of state.fixtures)
    for (const event of deriveMatchEvents(fixture, state.scores)) derived.set(event.id, event);
  const sentOff = new Set(
    [...derived.values()].filter(({ kind }) => kind === 'RED_CARD').map((event) => toPlayerKey(event)),
  );
  const byId = new Map(state.fixtures.map((fixture) => [fixture.id, fixture]));
  const existing = stored.map((event) => {
    const current = derived.get(event.id);
    derived.delete(event.id);
    const fixture = byId.get(event.fixture);
    // After a second yellow card the feed shows only the red one. Events of a fixture that has moved are kept. While other
    // matches run, the feed can set `finished` back to false; the bonus does not count then, but is not withdrawn.
    const isReplacedYellow = event.kind === 'YELLOW_CARD' && sentOff.has(toPlayerKey(event));
    const isSuspendedBonus = event.kind === 'BONUS' && fixture?.finished_provisional && !fixture.finished;
    if (!current && (!fixture || isReplacedYellow || isSuspendedBonus)) return event;
    return { ...event, points: current?.points ?? event.points, taken_back: !current };
  });
  return [
    ...existing,
    ...[...derived.values()].map((event) => toStored(event, byId.get(event.fixture)!, state)),
  ];
}

const toPlayerKey = ({ fixture, player }: Pick<DerivedMatchEvent, 'fixture' | 'player'>) =>
  `${fixture}/${player}`;

function toStored(event: DerivedMatchEvent, fixture: Fixture, state: FeedState): StoredMatchEvent {
  const watched = state.wasWatched(fixture);
  const inPlay = event.player !== null && event.kind !== 'BONUS';
  const minute = isOver(fixture) ? FULL_TIME_MINUTE : Math.max(1, fixture.minutes);
  const score: StoredMatchEvent['score'] = [fixture.team_h_score ?? 0, fixture.team_a_score ?? 0];
  return {
    ...event,
    minute: watched && inPlay ? minute : null,
    score: event.kind === 'KICK_OFF' ? [0, 0] : watched || event.kind === 'FULL_TIME' ? score : null,
    seen_at: watched ? state.now : null,
    taken_back: false,
  };
}
