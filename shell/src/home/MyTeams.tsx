import type { Participation, ParticipationDetails } from '@touchline/api/http/entries';
import { useHost, useWatched } from '@touchline/host/host';
import { useQuery } from '@touchline/host/query';
import { Link } from '@touchline/host/router';
import { useLive } from '@touchline/host/use-live';
import { formatPlayersLeft } from '@touchline/rules/players-left';
import { formatPointsShort, formatUpcoming, ordinal } from '@touchline/ui/format';
import { NumberTick } from '@touchline/ui/NumberTick';
import { useEffect } from 'react';
import { LoadedSection } from '../LoadedSection.tsx';
import { myTeamsQuery, TEAMS_KEY, type TeamSelection } from '../my-teams.query.ts';
import classes from './MatchCentre.module.css';
import { REFRESH_MS } from './match-centre.queries.ts';

/** Maximum number of running teams in the list. */
const MAX_RUNNING = 3;

interface MyTeamsProps {
  /** Receives the running teams. */
  onRunning: (teams: readonly ParticipationDetails[]) => void;
}

/** The player's running teams, the next team and the latest result, each named after its game: team names repeat. */
export function MyTeams({ onRunning }: MyTeamsProps) {
  const host = useHost();
  const { user } = useWatched(host.session);
  const query = useQuery({
    ...myTeamsQuery(host, user?.wallet_address),
    refetchInterval: REFRESH_MS,
  });
  const { data } = query;
  // The key of the leagues begins with the same words.
  useLive(['leaderboard', 'game'], (message) =>
    message.topic === 'leaderboard' && data && !hasTeamIn(data, message.game_id) ? [] : [TEAMS_KEY],
  );
  const running = data?.running;
  useEffect(() => onRunning(running ?? []), [running, onRunning]);
  return (
    <LoadedSection
      what="Your teams"
      note="They are safe."
      query={query}
      aside={<Link to="/my-team">My Teams</Link>}
    >
      <TeamList teams={data} />
    </LoadedSection>
  );
}

const hasTeamIn = ({ running, next, last }: TeamSelection, gameId: string): boolean =>
  [...running, next, last].some((team) => team?.game.id === gameId);

/** The team of the season first, because it is played for longest, then those that started last. */
function sortForDisplay(running: readonly ParticipationDetails[]): ParticipationDetails[] {
  const getSortRank = ({ game }: ParticipationDetails) => (game.game_type === 'SEASON' ? 0 : 1);
  return running.toReversed().toSorted((a, b) => getSortRank(a) - getSortRank(b));
}

/** The teams, or the space for them until they are loaded. */
function TeamList({ teams }: { teams: TeamSelection | undefined }) {
  const { now } = useHost().api;
  const empty = teams && teams.running.length === 0 && !teams.next && !teams.last;
  const running = sortForDisplay(teams?.running ?? []);
  const more = running.length - MAX_RUNNING;
  return (
    <ul className={classes.teams} aria-busy={!teams}>
      {running.slice(0, MAX_RUNNING).map((team) => (
        <Running key={team.id} team={team} />
      ))}
      {more > 0 ? (
        <li className={classes.more}>
          <Link to="/my-team">and {more} more</Link>
        </li>
      ) : null}
      {teams?.next ? (
        <Card team={teams.next} state={`Starts ${formatUpcoming(teams.next.game.start_time, now())}`} />
      ) : null}
      {teams?.last ? (
        <Card team={teams.last} state={formatResult(teams.last)} points={teams.last.earned_points} />
      ) : null}
      {empty ? <li className={classes.none}>No team yet. Press “Start Playing Now” to pick one.</li> : null}
    </ul>
  );
}

function Running({ team }: { team: ParticipationDetails }) {
  const field = team.players.filter(({ id }) => team.field_players.includes(id));
  // A team that joined during the gameweek has no matches yet.
  const plays = field.some(({ fixtures }) => fixtures.some(({ counts }) => counts));
  const state = [
    team.rank === null ? '' : ordinal(team.rank),
    team.gameweek !== null && plays ? (formatPlayersLeft(field) ?? 'All matches played') : '',
    team.gameweeks.every(({ settled }) => settled) ? '' : 'provisional',
  ];
  return <Card team={team} state={state.filter(Boolean).join(' · ')} points={team.earned_points} live />;
}

const formatResult = ({ game, rank }: Participation) =>
  `${rank === null ? 'Ended' : `You finished ${ordinal(rank)}`}${game.settlement === 'FINAL' ? '' : ', provisional'}`;

interface CardProps {
  team: Participation;
  state: string;
  points?: number;
  live?: boolean;
}

function Card({ team, state, points, live = false }: CardProps) {
  return (
    <li className={classes.team} data-live={live || undefined}>
      <div>
        <Link to={`/team-view/${team.id}`}>{team.game.name}</Link>
        <span>{team.team_name}</span>
        {state ? <span>{state}</span> : null}
      </div>
      {points === undefined ? null : (
        <b>
          <NumberTick value={points} format={formatPointsShort} />
        </b>
      )}
    </li>
  );
}
