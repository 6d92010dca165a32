import type { MatchEvent } from '@touchline/api/http/fpl';
import { toInstant } from '@touchline/api/values';
import { toEpochMs } from '../football/gameweeks.ts';
import type { Season, StoredMatchEvent } from '../snapshots/snapshots.ts';

/** The match events of a gameweek with names, latest first. */
export function listMatchEvents(season: Season, gameweek: number): MatchEvent[] {
  const clubs = new Map(season.bootstrap.content.teams.map(({ id, short_name }) => [id, short_name]));
  const players = new Map(season.bootstrap.content.players.map((player) => [player.id, player]));
  const fixtures = new Map(season.fixtures.content.map((fixture) => [fixture.id, fixture]));
  const findClubName = (id: number | undefined) => (id === undefined ? '' : (clubs.get(id) ?? ''));
  const toWire = ({ taken_back_at, ...event }: StoredMatchEvent): MatchEvent => {
    const fixture = fixtures.get(event.fixture);
    const player = event.player === null ? undefined : players.get(event.player);
    return {
      ...event,
      home: findClubName(fixture?.team_h),
      away: findClubName(fixture?.team_a),
      player: player
        ? { id: player.id, code: player.code, web_name: player.web_name, club: findClubName(player.team) }
        : null,
      seen_at: event.seen_at === null ? null : toInstant(event.seen_at),
      taken_back: taken_back_at !== null,
    };
  };
  const kickoff = ({ fixture }: StoredMatchEvent) =>
    toEpochMs(fixtures.get(fixture)?.kickoff_time ?? '') || 0;
  const stored = (season.matchEvents.get(gameweek)?.content ?? []).map((event, position) => ({
    event,
    position,
  }));
  return stored
    .toSorted(
      (a, b) =>
        (b.event.seen_at ?? 0) - (a.event.seen_at ?? 0) ||
        kickoff(b.event) - kickoff(a.event) ||
        b.position - a.position,
    )
    .map(({ event }) => toWire(event));
}
