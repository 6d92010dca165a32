import type { FixtureScoreMessage } from '@touchline/api/events/fpl-relay';
import type { Fixture, MatchEventKind } from '@touchline/api/http/fpl';
import { MINUTE_MS } from '@touchline/rules/calendar';
import { isOver } from '../football/gameweeks.ts';
import type { StoredMatchEvent } from '../snapshots/snapshots.ts';

/** The fixtures and scores of a gameweek at the time of a poll. */
export interface FeedState {
  fixtures: readonly Fixture[];
  scores: readonly FixtureScoreMessage[];
  /** Epoch ms. */
  now: number;
  /** Returns true if the relay polled the fixture shortly before; otherwise the time of new events is unknown. */
  wasWatched(fixture: Fixture): boolean;
}

/** A match event derived from the state of the feed, without the time at which it happened. */
type DerivedMatchEvent = Pick<StoredMatchEvent, 'id' | 'kind' | 'fixture' | 'player' | 'points'>;

const FULL_TIME_MINUTE = 90;
/** Time within which a review, or an old response of the feed, is corrected. An event that reappears later in the match is another one. */
const MAX_REVIEW_MS = 10 * MINUTE_MS;

/**
 * Updates the match events of a gameweek after a poll. Events that the feed no longer shows are marked as taken back; if they reappear
 * soon or after the match, they are restored unchanged, else they are new. Events are ordered by discovery.
 */
export function updateMatchEvents(stored: readonly StoredMatchEvent[], state: FeedState): StoredMatchEvent[] {
  const derived = new Map<string, DerivedMatchEvent>();
  for (const fixture of state.fixtures)
    for (const event of deriveMatchEvents(fixture, state.scores)) derived.set(event.id, event);
  const sentOff = new Set(
    [...derived.values()].filter(({ kind }) => kind === 'RED_CARD').map((event) => toPlayerKey(event)),
  );
  const byId = new Map(state.fixtures.map((fixture) => [fixture.id, fixture]));
  const kept = stored.filter((event) => {
    const fixture = byId.get(event.fixture);
    return !fixture || isOver(fixture) || !derived.has(event.id) || !isFinal(event, state.now);
  });
  const existing = kept.map((event) => {
    const current = derived.get(event.id);
    derived.delete(event.id);
    const fixture = byId.get(event.fixture);
    // After a second yellow card the feed shows only the red one. Events of a fixture that has moved are kept. While other
    // matches run, the feed can set `finished` back to false; the bonus does not count then, but is not withdrawn.
    const isReplacedYellow = event.kind === 'YELLOW_CARD' && sentOff.has(toPlayerKey(event));
    const isSuspendedBonus = event.kind === 'BONUS' && fixture?.finished_provisional && !fixture.finished;
    if (!current && (!fixture || isReplacedYellow || isSuspendedBonus)) return event;
    const takenBackAt = current ? null : (event.taken_back_at ?? state.now);
    return { ...event, points: current?.points ?? event.points, taken_back_at: takenBackAt };
  });
  return [
    ...existing,
    ...[...derived.values()].map((event) => toStored(event, byId.get(event.fixture)!, state)),
  ];
}

/** Returns true if the event was taken back too long ago to be restored. */
const isFinal = ({ taken_back_at }: StoredMatchEvent, now: number) =>
  taken_back_at !== null && now - taken_back_at > MAX_REVIEW_MS;

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
    taken_back_at: null,
  };
}

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
function deriveMatchEvents(fixture: Fixture, scores: readonly FixtureScoreMessage[]): DerivedMatchEvent[] {
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
