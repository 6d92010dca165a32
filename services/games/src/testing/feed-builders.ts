import type { FixtureScoreMessage, fixtureSummary } from '@touchline/api/events/fpl-relay';
import type { joinBody } from '@touchline/api/http/entries';
import type { Player, Team } from '@touchline/api/http/fpl';
import type { z } from 'zod';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Kick-offs of `count` gameweeks, a week apart. */
export const everyWeek = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, week) => first + week * 7 * DAY);

/** Twenty clubs of ten: ids are club * 10 + n; n 0-1 GK, 2-4 DEF, 5-7 MID, 8-9 FWD. Every player costs 5.0. */
export const CLUBS = Array.from({ length: 20 }, (_, index) => index + 1);
const POSITIONS = [1, 1, 2, 2, 2, 3, 3, 3, 4, 4];

export const playerId = (club: number, n: number) => club * 10 + n;

export function buildTeams(): Team[] {
  return CLUBS.map((id) => ({
    id,
    code: 100 + id,
    name: `Club ${id}`,
    short_name: `C${String(id).padStart(2, '0')}`,
  }));
}

export function buildPlayers(): Player[] {
  return CLUBS.flatMap((club) =>
    POSITIONS.map((position, n) => buildPlayer(playerId(club, n), club, position)),
  );
}

function buildPlayer(id: number, team: number, position: number): Player {
  return {
    id,
    code: 10_000 + id,
    name: `First Player${id}`,
    web_name: `Player${id}`,
    team,
    position,
    price: 5,
    total_points: 10,
    form: 1.5,
    selected_by_percent: 3.2,
    cost_change: 0,
    photo: `${id}.jpg`,
    status: 'a',
    can_select: true,
    news: '',
    chance_of_playing: null,
  };
}

export type FixtureInfo = z.infer<typeof fixtureSummary>;

/** Builds a match that has not started. */
export function buildFixture(
  input: Pick<FixtureInfo, 'id' | 'event' | 'team_h' | 'team_a'> & { kickoff: number | null },
): FixtureInfo {
  const { kickoff, ...rest } = input;
  return {
    ...rest,
    code: 900_000 + input.id,
    kickoff_time: kickoff === null ? null : new Date(kickoff).toISOString(),
    team_h_score: null,
    team_a_score: null,
    team_h_difficulty: 3,
    team_a_difficulty: 3,
    started: false,
    finished: false,
    finished_provisional: false,
    minutes: 0,
  };
}

/** Builds a player's score in a match; by default two points for playing. */
export function buildScore(
  fixture: number,
  player: number,
  changes: Partial<FixtureScoreMessage> = {},
): FixtureScoreMessage {
  const minutes = changes.minutes ?? 90;
  const points = changes.points ?? (minutes > 0 ? 2 : 0);
  const explain = [{ identifier: 'minutes', value: minutes, points }];
  return { fixture, player, points, minutes, cards: 0, bps: 0, bonus: 0, goals: 0, explain, ...changes };
}

type JoinBody = z.input<typeof joinBody>;

/** A legal 3-4-3 team with one player from each of fifteen clubs; `field` and `bench` are ordered by slot. */
export const TEAM = {
  field: [10, 32, 42, 52, 85, 95, 105, 115, 138, 148, 158],
  bench: [20, 62, 72, 125],
} as const;

export function buildJoin(changes: Partial<JoinBody> = {}): JoinBody {
  return {
    team_name: 'Real Zagreb',
    roster: [...TEAM.field, ...TEAM.bench],
    formation: '3-4-3',
    field_players: [...TEAM.field],
    bench_players: [...TEAM.bench],
    captain_id: 138,
    vice_captain_id: 85,
    ...changes,
  };
}
