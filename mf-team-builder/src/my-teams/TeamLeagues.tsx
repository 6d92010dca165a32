import type { Participation } from '@touchline/api/http/entries';
import { type MyLeague, myLeagues } from '@touchline/api/http/leagues';
import { type Host, useHost } from '@touchline/host/host';
import { queryOptions, useQuery } from '@touchline/host/query';
import { Link } from '@touchline/host/router';
import { VisuallyHidden } from '@touchline/ui/base';
import { ordinal } from '@touchline/ui/format';
import { IconArrowDown, IconArrowUp } from '@touchline/ui/icons';
import { TEAM_BUILDER_KEY } from '../query-key.ts';
import classes from './my-teams.module.css';

export const LEAGUES_KEY = [...TEAM_BUILDER_KEY, 'leagues'] as const;

/** Maximum number on a card. The page of leagues shows all. */
const MAX_LEAGUES = 4;

/** Automatic leagues are left out: the rankings and the page of leagues show them. */
const leaguesQuery = (api: Host['api']) =>
  queryOptions({
    queryKey: LEAGUES_KEY,
    queryFn: async ({ signal }) => {
      const { leagues } = await api.request(myLeagues, { query: {}, signal });
      return leagues.filter(({ automatic }) => automatic === null);
    },
    staleTime: 0,
  });

/** The leagues of a team with rank and movement. A finished game without leagues shows nothing. */
export function TeamLeagues({ game }: { game: Participation['game'] }) {
  const { data } = useQuery(leaguesQuery(useHost().api));
  const leagues = data?.filter(({ game_id }) => game_id === game.id);
  if (!leagues?.length && game.status === 'COMPLETED') return null;
  return (
    <nav className={classes.leagues} aria-label={`Leagues of ${game.name}`}>
      {leagues?.slice(0, MAX_LEAGUES).map((league) => (
        <League key={league.id} league={league} />
      ))}
      <p>
        <Link to="/leagues">
          {leagues?.length === 0 ? 'Play against friends in a league' : 'All leagues'}
        </Link>
      </p>
    </nav>
  );
}

function League({ league: { id, name, rank, previous_rank } }: { league: MyLeague }) {
  const places = rank === null || previous_rank === null ? 0 : previous_rank - rank;
  return (
    <p>
      <Link to={`/leagues/${id}`}>{name}</Link>
      {rank === null ? null : (
        <b>
          {ordinal(rank)} {places === 0 ? null : <Movement places={places} />}
        </b>
      )}
    </p>
  );
}

function Movement({ places }: { places: number }) {
  const Icon = places > 0 ? IconArrowUp : IconArrowDown;
  return (
    <span data-direction={places > 0 ? 'up' : 'down'}>
      <Icon size={13} stroke={2.4} aria-hidden="true" />
      <span aria-hidden="true">{Math.abs(places)}</span>
      <VisuallyHidden>
        {places > 0 ? 'up' : 'down'} {Math.abs(places)} since the last gameweek
      </VisuallyHidden>
    </span>
  );
}
