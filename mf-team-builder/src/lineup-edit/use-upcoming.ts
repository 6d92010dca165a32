import type { ParticipationPlayer } from '@touchline/api/http/entries';
import { type Fixture, gameweekFixtures, teams } from '@touchline/api/http/fpl';
import { type Host, useHost } from '@touchline/host/host';
import { queryOptions, useQuery } from '@touchline/host/query';
import { formatWeekdayTime } from '@touchline/ui/format';
import { TEAM_BUILDER_KEY } from '../query-key.ts';

/** A club's matches in an upcoming gameweek: "CHE (H)" for the pitch, with the kick-off for lists. */
interface ClubMatches {
  opponents: string;
  matches: string;
}

/** Matches by season-stable club code. */
export type Upcoming = ReadonlyMap<number, ClubMatches>;

const NO_MATCH: ClubMatches = { opponents: 'No match', matches: 'No match' };

/** The matches of a player's club. */
export function matchesAhead(
  upcoming: Upcoming,
  { team_code }: Pick<ParticipationPlayer, 'team_code'>,
): ClubMatches {
  return upcoming.get(team_code) ?? NO_MATCH;
}

/** The matches of a gameweek by club; null without a gameweek and while loading. */
export function useUpcoming(gameweek: number | null): Upcoming | null {
  const { api } = useHost();
  return (
    useQuery({ ...getUpcomingQueryOptions(api, gameweek ?? 0), enabled: gameweek !== null }).data ?? null
  );
}

const getUpcomingQueryKey = (gameweek: number) => [...TEAM_BUILDER_KEY, 'upcoming', gameweek] as const;

const getUpcomingQueryOptions = (api: Host['api'], gameweek: number) =>
  queryOptions({
    queryKey: getUpcomingQueryKey(gameweek),
    queryFn: async ({ signal }): Promise<Upcoming> => {
      const [{ fixtures }, clubs] = await Promise.all([
        api.call(gameweekFixtures, { params: { gameweek: String(gameweek) }, signal }),
        api.call(teams, { signal }),
      ]);
      const short = new Map(clubs.teams.map(({ id, short_name }) => [id, short_name]));
      return new Map(clubs.teams.map(({ id, code }) => [code, clubMatches(id, fixtures, short)]));
    },
  });

function clubMatches(
  club: number,
  fixtures: readonly Fixture[],
  short: ReadonlyMap<number, string>,
): ClubMatches {
  const own = fixtures
    .filter(({ team_h, team_a }) => team_h === club || team_a === club)
    .map(({ team_h, team_a, kickoff_time }) => {
      const home = team_h === club;
      const opponent = `${short.get(home ? team_a : team_h) ?? ''} (${home ? 'H' : 'A'})`;
      return {
        opponent,
        match: `${opponent} ${kickoff_time ? formatWeekdayTime(kickoff_time) : 'postponed'}`,
      };
    });
  if (own.length === 0) return NO_MATCH;
  return {
    opponents: own.map(({ opponent }) => opponent).join(', '),
    matches: own.map(({ match }) => match).join(', '),
  };
}
