import { type MyLeague, myLeagues } from '@touchline/api/http/leagues';
import { useHost } from '@touchline/host/host';
import { useQuery } from '@touchline/host/query';
import { Link } from '@touchline/host/router';
import { VisuallyHidden } from '@touchline/ui/base';
import { formatCount, ordinal, plural } from '@touchline/ui/format';
import { IconArrowDown, IconArrowUp } from '@touchline/ui/icons';
import { LoadedSection } from '../LoadedSection.tsx';
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
  return (
    <LoadedSection
      what="Your leagues"
      note="They are safe."
      query={query}
      aside={<Link to="/leagues">Leagues</Link>}
    >
      <LeagueList leagues={query.data} />
    </LoadedSection>
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
