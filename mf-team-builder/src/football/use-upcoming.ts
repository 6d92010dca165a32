import { type Fixture, gameweekFixtures, teams } from '@touchline/api/http/fpl';
import { type Host, useHost } from '@touchline/host/host';
import { KEPT_OFFLINE } from '@touchline/host/kept-offline';
import { queryOptions, useQuery } from '@touchline/host/query';
import { formatUpcoming } from '@touchline/ui/format';
import { TEAM_BUILDER_KEY } from '../query-key.ts';

/** A club's matches in a gameweek that have not kicked off. */
export interface ClubMatches {
  /** "CHE (H)", for the pitch. */
  opponents: string;
  /** "CHE (H) Sat 15:00", with the date if it is more than six days ahead, for lists. */
  matches: string;
  /** The feed's rating of the hardest match, 1 (easy) to 5 (hard); null without a match. */
  difficulty: number | null;
}

/** Matches by season-stable club code. */
export type Upcoming = ReadonlyMap<number, ClubMatches>;

const NO_MATCH: ClubMatches = { opponents: 'No match', matches: 'No match', difficulty: null };

/** Finds the matches of a club by its season-stable code. */
export function findClubMatches(upcoming: Upcoming, code: number): ClubMatches {
  return upcoming.get(code) ?? NO_MATCH;
}

/** Reports whether a club has a match in the gameweek. */
export const hasMatch = ({ difficulty }: ClubMatches) => difficulty !== null;

/** Loads the matches of a gameweek by club. Returns null without a gameweek and while loading. */
export function useUpcoming(gameweek: number | null): Upcoming | null {
  const { api } = useHost();
  return (
    useQuery({ ...getUpcomingQueryOptions(api, gameweek ?? 0), enabled: gameweek !== null }).data ?? null
  );
}

const toUpcoming = (clubs: readonly [number, ClubMatches][]): Upcoming => new Map(clubs);

const getUpcomingQueryKey = (gameweek: number) => [...TEAM_BUILDER_KEY, 'upcoming', gameweek] as const;

const getUpcomingQueryOptions = (api: Host['api'], gameweek: number) =>
  queryOptions({
    queryKey: getUpcomingQueryKey(gameweek),
    meta: KEPT_OFFLINE,
    queryFn: async ({ signal }): Promise<[number, ClubMatches][]> => {
      const [{ fixtures }, clubs] = await Promise.all([
        api.request(gameweekFixtures, { params: { gameweek: String(gameweek) }, signal }),
        api.request(teams, { signal }),
      ]);
      const short = new Map(clubs.teams.map(({ id, short_name }) => [id, short_name]));
      return clubs.teams.map(({ id, code }) => [
        code,
        toClubMatches(id, { fixtures, short, now: api.now() }),
      ]);
    },
    select: toUpcoming,
  });

function toClubMatches(
  club: number,
  { fixtures, short, now }: { fixtures: readonly Fixture[]; short: ReadonlyMap<number, string>; now: number },
): ClubMatches {
  const own = fixtures
    .filter(({ team_h, team_a, started }) => !started && (team_h === club || team_a === club))
    .map((fixture) => {
      const home = fixture.team_h === club;
      const { kickoff_time } = fixture;
      const opponent = `${short.get(home ? fixture.team_a : fixture.team_h) ?? ''} (${home ? 'H' : 'A'})`;
      return {
        opponent,
        match: `${opponent} ${kickoff_time ? formatUpcoming(kickoff_time, now) : 'postponed'}`,
        difficulty: home ? fixture.team_h_difficulty : fixture.team_a_difficulty,
      };
    });
  if (own.length === 0) return NO_MATCH;
  return {
    opponents: own.map(({ opponent }) => opponent).join(', '),
    matches: own.map(({ match }) => match).join(', '),
    difficulty: Math.max(...own.map(({ difficulty }) => difficulty)),
  };
}
