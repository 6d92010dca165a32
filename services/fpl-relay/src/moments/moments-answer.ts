import type { MatchEvent } from '@touchline/api/http/fpl';
import { epochMs } from '../football/gameweeks.ts';
import type { KnownMoment, Season } from '../snapshots/snapshots.ts';

/** The moments of a gameweek as they are shown: with names, the latest first. */
export function momentsOf(season: Season, gameweek: number): MatchEvent[] {
  const clubs = new Map(season.bootstrap.content.teams.map(({ id, short_name }) => [id, short_name]));
  const players = new Map(season.bootstrap.content.players.map((player) => [player.id, player]));
  const fixtures = new Map(season.fixtures.content.map((fixture) => [fixture.id, fixture]));
  const clubOf = (id: number | undefined) => (id === undefined ? '' : (clubs.get(id) ?? ''));
  const named = (moment: KnownMoment): MatchEvent => {
    const fixture = fixtures.get(moment.fixture);
    const player = moment.player === null ? undefined : players.get(moment.player);
    return {
      ...moment,
      home: clubOf(fixture?.team_h),
      away: clubOf(fixture?.team_a),
      player: player ? { id: player.id, web_name: player.web_name, club: clubOf(player.team) } : null,
      seen_at: moment.seen_at === null ? null : new Date(moment.seen_at).toISOString(),
    };
  };
  const kickoff = ({ fixture }: KnownMoment) => epochMs(fixtures.get(fixture)?.kickoff_time ?? '') || 0;
  const known = (season.moments.get(gameweek)?.content ?? []).map((moment, place) => ({ moment, place }));
  return known
    .toSorted(
      (a, b) =>
        (b.moment.seen_at ?? 0) - (a.moment.seen_at ?? 0) ||
        kickoff(b.moment) - kickoff(a.moment) ||
        b.place - a.place,
    )
    .map(({ moment }) => named(moment));
}
