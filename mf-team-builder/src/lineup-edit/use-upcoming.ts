import type { ParticipationPlayer } from '@touchline/api/http/entries';
import { type Fixture, gameweekFixtures, teams } from '@touchline/api/http/fpl';
import { type Host, useHost } from '@touchline/host/host';
import { queryOptions, useQuery } from '@touchline/host/query';
import { weekdayAndTime } from '../dates.ts';

/** A club's matches of a gameweek that has not begun: "CHE (H)" for the pitch, with the kick-off for lists. */
interface Ahead {
  opponents: string;
  matches: string;
}

/** By the club's stable code. */
export type Upcoming = ReadonlyMap<number, Ahead>;

const NOTHING: Ahead = { opponents: 'No match', matches: 'No match' };

/** Whom a player meets. */
export function meets(upcoming: Upcoming, { team_code }: Pick<ParticipationPlayer, 'team_code'>): Ahead {
  return upcoming.get(team_code) ?? NOTHING;
}

/** The matches of a gameweek by club; null for none, and until they are known. */
export function useUpcoming(gameweek: number | null): Upcoming | null {
  const { api } = useHost();
  return useQuery({ ...upcomingQuery(api, gameweek ?? 0), enabled: gameweek !== null }).data ?? null;
}

const upcomingQuery = (api: Host['api'], gameweek: number) =>
  queryOptions({
    queryKey: ['team-builder', 'upcoming', gameweek],
    queryFn: async ({ signal }): Promise<Upcoming> => {
      const [{ fixtures }, clubs] = await Promise.all([
        api.call(gameweekFixtures, { params: { gameweek: String(gameweek) }, signal }),
        api.call(teams, { signal }),
      ]);
      const short = new Map(clubs.teams.map(({ id, short_name }) => [id, short_name]));
      return new Map(clubs.teams.map(({ id, code }) => [code, aheadOf(id, fixtures, short)]));
    },
  });

function aheadOf(club: number, fixtures: readonly Fixture[], short: ReadonlyMap<number, string>): Ahead {
  const own = fixtures
    .filter(({ team_h, team_a }) => team_h === club || team_a === club)
    .map(({ team_h, team_a, kickoff_time }) => {
      const home = team_h === club;
      const opponent = `${short.get(home ? team_a : team_h) ?? ''} (${home ? 'H' : 'A'})`;
      return { opponent, match: `${opponent} ${kickoff_time ? weekdayAndTime(kickoff_time) : 'postponed'}` };
    });
  if (own.length === 0) return NOTHING;
  return {
    opponents: own.map(({ opponent }) => opponent).join(', '),
    matches: own.map(({ match }) => match).join(', '),
  };
}
