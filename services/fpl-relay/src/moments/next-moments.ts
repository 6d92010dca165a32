import type { FixtureScoreMessage } from '@touchline/api/events/fpl-relay';
import type { Fixture } from '@touchline/api/http/fpl';
import { isOver } from '../football/gameweeks.ts';
import type { KnownMoment } from '../snapshots/snapshots.ts';
import { type ShownMoment, shownMoments } from './shown-moments.ts';

/** One look at the fixtures of a gameweek. */
export interface Look {
  fixtures: readonly Fixture[];
  scores: readonly FixtureScoreMessage[];
  /** Epoch ms. */
  now: number;
  /** Whether the relay has watched the fixture until just now; else nobody can say when something new in it happened. */
  watched(fixture: Fixture): boolean;
}

const FULL_TIME_MINUTE = 90;

/**
 * The moments of a gameweek after a look at the feed. What the feed does not show any more is taken back; what it shows
 * again is as it was. The order is that of their discovery.
 */
export function nextMoments(known: readonly KnownMoment[], look: Look): KnownMoment[] {
  const shown = new Map<string, ShownMoment>();
  for (const fixture of look.fixtures)
    for (const moment of shownMoments(fixture, look.scores)) shown.set(moment.id, moment);
  const sentOff = new Set(
    [...shown.values()].filter(({ kind }) => kind === 'RED_CARD').map((moment) => manOf(moment)),
  );
  const here = new Set(look.fixtures.map(({ id }) => id));
  const kept = known.map((moment) => {
    const now = shown.get(moment.id);
    shown.delete(moment.id);
    // Of a second yellow card the feed shows only the red one. A fixture that was moved away takes nothing back.
    const yellowThatBecameRed = moment.kind === 'YELLOW_CARD' && sentOff.has(manOf(moment));
    if (!now && (yellowThatBecameRed || !here.has(moment.fixture))) return moment;
    return { ...moment, points: now?.points ?? moment.points, taken_back: !now };
  });
  const byId = new Map(look.fixtures.map((fixture) => [fixture.id, fixture]));
  return [...kept, ...[...shown.values()].map((moment) => seen(moment, byId.get(moment.fixture)!, look))];
}

const manOf = ({ fixture, player }: Pick<ShownMoment, 'fixture' | 'player'>) => `${fixture}/${player}`;

function seen(moment: ShownMoment, fixture: Fixture, look: Look): KnownMoment {
  const watched = look.watched(fixture);
  const inPlay = moment.player !== null && moment.kind !== 'BONUS';
  const minute = isOver(fixture) ? FULL_TIME_MINUTE : Math.max(1, fixture.minutes);
  const score: KnownMoment['score'] = [fixture.team_h_score ?? 0, fixture.team_a_score ?? 0];
  return {
    ...moment,
    minute: watched && inPlay ? minute : null,
    score: moment.kind === 'KICK_OFF' ? [0, 0] : watched || moment.kind === 'FULL_TIME' ? score : null,
    seen_at: watched ? look.now : null,
    taken_back: false,
  };
}
