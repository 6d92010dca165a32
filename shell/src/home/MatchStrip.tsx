import type { Fixture } from '@touchline/api/http/fpl';
import { useHost } from '@touchline/host/host';
import { hasFirstLoadFailed } from '@touchline/host/load-errors';
import { useQuery } from '@touchline/host/query';
import { Link } from '@touchline/host/router';
import type { Calendar } from '@touchline/rules/calendar';
import { type FixtureBadge, getFixtureBadge } from '@touchline/rules/fixture-badge';
import { DataAge, describeAge } from '@touchline/ui/DataAge';
import { formatUpcoming } from '@touchline/ui/format';
import { LiveDot } from '@touchline/ui/LiveDot';
import { LoadedSection } from '../LoadedSection.tsx';
import classes from './MatchCentre.module.css';
import { matchesQuery } from './match-centre.queries.ts';
import type { CurrentGameweek } from './use-current-gameweek.ts';

/** A match of the gameweek with its state. */
interface Match {
  fixture: Fixture;
  badge: FixtureBadge;
}

const getSortRank = ({ badge }: Match) => (badge === 'FT' ? 2 : badge === 'LIVE' ? 0 : 1);
const getKickoff = ({ kickoff_time }: Fixture) =>
  kickoff_time ? Date.parse(kickoff_time) : Number.POSITIVE_INFINITY;

/** The matches of the gameweek in one row: matches in progress first, then upcoming matches, then results. */
export function MatchStrip({ current }: { current: CurrentGameweek }) {
  const host = useHost();
  const query = useQuery(matchesQuery(host, current.data?.id));
  const { data, dataUpdatedAt, isRefetchError } = query;
  const loaded = { what: 'The matches', at: dataUpdatedAt, failed: isRefetchError, now: Date.now() };
  // Old data cannot tell which matches are in progress now. They keep the state of the last contact.
  const isOld = data?.stale === true || describeAge(loaded) !== null;
  const matches = data
    ? listMatches(data, isOld ? data.lastContactAt : host.api.now(), host.config.calendar)
    : [];
  const live = isOld ? 0 : matches.filter(({ badge }) => badge === 'LIVE').length;
  return (
    <LoadedSection
      what={loaded.what}
      query={hasFirstLoadFailed(current) ? current : query}
      title={
        <>
          {live > 0 ? <LiveDot /> : null}
          {live > 0 ? `${live} live now` : 'Matches'}
        </>
      }
      aside={<Link to="/fixtures">All fixtures</Link>}
      age={data?.stale ? <DataAge updatedAt={data.updated_at} stale now={host.api.now()} /> : undefined}
    >
      <Strip matches={matches} clubs={data?.clubs} isOld={isOld} />
    </LoadedSection>
  );
}

/** Lists the matches with their states at `now`: in progress first, then upcoming, then over. */
function listMatches(
  { fixtures, lastContactAt }: { fixtures: readonly Fixture[]; lastContactAt: number },
  now: number,
  calendar: Calendar,
): Match[] {
  return fixtures
    .map((fixture) => ({ fixture, badge: getFixtureBadge(fixture, now, calendar, lastContactAt) }))
    .sort((a, b) => getSortRank(a) - getSortRank(b) || getKickoff(a.fixture) - getKickoff(b.fixture));
}

interface StripProps {
  matches: readonly Match[];
  /** Short names of the clubs by id. */
  clubs: ReadonlyMap<number, string> | undefined;
  /** True if the matches in progress are no longer known. */
  isOld: boolean;
}

function Strip({ matches, clubs, isOld }: StripProps) {
  const { now } = useHost().api;
  return (
    // A scrollable list must be reachable by keyboard.
    <ul
      className={classes.strip}
      aria-label="Matches of the gameweek"
      tabIndex={matches.length > 0 ? 0 : undefined}
    >
      {matches.map(({ fixture, badge }) => (
        <li key={fixture.id} className={classes.match} data-live={(!isOld && badge === 'LIVE') || undefined}>
          <b>
            {clubs?.get(fixture.team_h)}{' '}
            {badge === 'LIVE' || badge === 'FT'
              ? `${fixture.team_h_score ?? 0}-${fixture.team_a_score ?? 0}`
              : 'v'}{' '}
            {clubs?.get(fixture.team_a)}
          </b>
          <span>{formatState(fixture, badge, now())}</span>
        </li>
      ))}
    </ul>
  );
}

/** "FT", "67'", the time of the kick-off, or the badge of the fixtures page. */
function formatState({ minutes, kickoff_time }: Fixture, badge: FixtureBadge, now: number): string {
  if (badge === 'LIVE' && minutes > 0) return `${minutes}'`;
  const isAhead = badge === 'SOON' || badge === 'UPCOMING';
  return isAhead && kickoff_time ? formatUpcoming(kickoff_time, now) : badge;
}
