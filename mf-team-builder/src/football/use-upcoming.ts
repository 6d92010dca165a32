import { type Fixture, gameweekFixtures, type Team, teams } from '@touchline/api/http/fpl';
import { type Host, useHost } from '@touchline/host/host';
import { KEPT_OFFLINE } from '@touchline/host/kept-offline';
import { queryOptions, useQuery } from '@touchline/host/query';
import { formatUpcoming } from '@touchline/ui/format';
import { useMemo } from 'react';
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

/** Matches by season-stable club code, of the clubs that have one. */
export type Upcoming = ReadonlyMap<number, ClubMatches>;

const NO_MATCH: ClubMatches = { opponents: 'No match', matches: 'No match', difficulty: null };

/** Finds the matches of a club by its season-stable code. */
export function findClubMatches(upcoming: Upcoming, code: number): ClubMatches {
  return upcoming.get(code) ?? NO_MATCH;
}

/**
 * Loads the matches of a gameweek by club that kick off after `now` (epoch ms). Returns null without a gameweek and while loading, and the
 * same object until a match kicks off.
 */
export function useUpcoming(gameweek: number | null, now: number): Upcoming | null {
  const { api } = useHost();
  const query = useQuery({ ...getUpcomingQueryOptions(api, gameweek ?? 0), enabled: gameweek !== null });
  const ahead = query.data?.filter(
    ({ kickoff_time }) => kickoff_time === null || Date.parse(kickoff_time) > now,
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the same data, the same number is the same matches
  return useMemo(() => (ahead ? groupByClub(ahead) : null), [query.data, ahead?.length]);
}

/** A match from the view of a club. */
interface ClubMatch {
  code: number;
  kickoff_time: string | null;
  /** "CHE (H)" */
  opponent: string;
  /** "CHE (H) Sat 15:00" */
  match: string;
  difficulty: number;
}

/** Key of the matches of one gameweek, by default the prefix of all. */
export const getUpcomingQueryKey = (gameweek?: number) =>
  [...TEAM_BUILDER_KEY, 'club-matches', ...(gameweek === undefined ? [] : [gameweek])] as const;

const getUpcomingQueryOptions = (api: Host['api'], gameweek: number) =>
  queryOptions({
    queryKey: getUpcomingQueryKey(gameweek),
    meta: KEPT_OFFLINE,
    queryFn: async ({ signal }): Promise<ClubMatch[]> => {
      const [{ fixtures }, clubs] = await Promise.all([
        api.request(gameweekFixtures, { params: { gameweek: String(gameweek) }, signal }),
        api.request(teams, { signal }),
      ]);
      const byId = new Map(clubs.teams.map((club) => [club.id, club]));
      return fixtures
        .filter(({ started }) => !started)
        .flatMap((fixture) => [
          ...toClubMatch(fixture, 'home', byId, api.now()),
          ...toClubMatch(fixture, 'away', byId, api.now()),
        ]);
    },
  });

function toClubMatch(
  { kickoff_time, ...fixture }: Fixture,
  venue: 'home' | 'away',
  clubs: ReadonlyMap<number, Team>,
  now: number,
): ClubMatch[] {
  const home = venue === 'home';
  const club = clubs.get(home ? fixture.team_h : fixture.team_a);
  if (!club) return [];
  const other = clubs.get(home ? fixture.team_a : fixture.team_h);
  const opponent = `${other?.short_name ?? ''} (${home ? 'H' : 'A'})`;
  return [
    {
      code: club.code,
      kickoff_time,
      opponent,
      match: `${opponent} ${kickoff_time ? formatUpcoming(kickoff_time, now) : 'postponed'}`,
      difficulty: home ? fixture.team_h_difficulty : fixture.team_a_difficulty,
    },
  ];
}

function groupByClub(matches: readonly ClubMatch[]): Upcoming {
  const codes = new Set(matches.map(({ code }) => code));
  return new Map(
    [...codes].map((code) => {
      const own = matches.filter((match) => match.code === code);
      const club = {
        opponents: own.map(({ opponent }) => opponent).join(', '),
        matches: own.map(({ match }) => match).join(', '),
        difficulty: Math.max(...own.map(({ difficulty }) => difficulty)),
      };
      return [code, club];
    }),
  );
}
