import { type MyLeague, myLeagues } from '@touchline/api/http/leagues';
import { useHost } from '@touchline/host/host';
import { hasFirstLoadFailed } from '@touchline/host/load-errors';
import { useQuery } from '@touchline/host/query';
import { Link } from '@touchline/host/router';
import { VisuallyHidden } from '@touchline/ui/base';
import { LoadedAge } from '@touchline/ui/DataAge';
import { formatCount, ordinal, plural } from '@touchline/ui/format';
import { IconArrowDown, IconArrowUp } from '@touchline/ui/icons';
import { LoadFailed } from '../LoadFailed.tsx';
import { TEAMS_KEY } from '../my-teams.query.ts';
import classes from './MatchCentre.module.css';
import { REFRESH_MS } from './match-centre.queries.ts';

/** Maximum number on the home page. The page of leagues shows all. */
const MAX_LEAGUES = 4;

/**
 * The player's leagues with rank and movement; created leagues before automatic ones. The league of everyone is left out, because
 * the teams above show its rank.
 */
export function MyLeagues() {
  const { api } = useHost();
  const query = useQuery({
    // Live messages about teams concern leagues too.
    queryKey: [...TEAMS_KEY, 'leagues'],
    queryFn: async ({ signal }) => (await api.request(myLeagues, { query: {}, signal })).leagues,
    // Refetched on every visit, because another page may have created or joined a league.
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  });
  const { data, dataUpdatedAt, isRefetchError } = query;
  return (
    <section aria-labelledby="my-leagues-title">
      <h2 id="my-leagues-title" className={classes.title}>
        Your leagues
        <Link to="/leagues">Leagues</Link>
      </h2>
      {data ? (
        <LoadedAge what="Your leagues" at={dataUpdatedAt} failed={isRefetchError} now={Date.now()} />
      ) : null}
      {hasFirstLoadFailed(query) ? (
        <LoadFailed onRetry={() => void query.refetch()} retrying={query.isFetching}>
          Your leagues could not be loaded. They are safe.
        </LoadFailed>
      ) : (
        <LeagueList leagues={data} />
      )}
    </section>
  );
}

/** The leagues, or the space for them until they are loaded. */
function LeagueList({ leagues }: { leagues: readonly MyLeague[] | undefined }) {
  const own = leagues?.filter(({ automatic }) => automatic === null) ?? [];
  const others = leagues?.filter(({ automatic }) => automatic !== null && automatic !== 'EVERYONE') ?? [];
  const shown = [...own, ...others].slice(0, own.length === 0 ? MAX_LEAGUES - 1 : MAX_LEAGUES);
  return (
    <ul className={classes.teams} aria-busy={!leagues}>
      {shown.map((league) => (
        <League key={league.id} league={league} />
      ))}
      {leagues && own.length === 0 ? (
        <li className={classes.team}>
          <div>
            <Link to="/leagues">Play against your friends</Link>
            <span>Create a league and send the link.</span>
          </div>
        </li>
      ) : null}
    </ul>
  );
}

function League({ league: { id, name, game_name, members, rank, previous_rank } }: { league: MyLeague }) {
  const places = rank === null || previous_rank === null ? 0 : previous_rank - rank;
  return (
    <li className={classes.team}>
      <div>
        <Link to={`/leagues/${id}`}>{name}</Link>
        <span>{game_name}</span>
        <span>
          {members === 0 ? null : plural(members, 'member')}
          {places === 0 ? null : <Movement places={places} />}
        </span>
      </div>
      {rank === null ? null : <b>{ordinal(rank)}</b>}
    </li>
  );
}

function Movement({ places }: { places: number }) {
  const up = places > 0;
  // Arrow characters would load another font.
  const Arrow = up ? IconArrowUp : IconArrowDown;
  const count = formatCount(Math.abs(places));
  return (
    <>
      {' · '}
      <span aria-hidden="true">
        <Arrow size={12} />
        {count}
      </span>
      <VisuallyHidden>
        {up ? 'up' : 'down'} {count} since the last gameweek
      </VisuallyHidden>
    </>
  );
}
