import type { LeagueRecap, LeagueRow } from '@touchline/api/http/league-tables';
import type { League } from '@touchline/api/http/leagues';
import { useHost } from '@touchline/host/host';
import { useQuery } from '@touchline/host/query';
import { Title } from '@touchline/ui/base';
import { EmptyState } from '@touchline/ui/EmptyState';
import { formatPointsShort, ordinal, plural } from '@touchline/ui/format';
import { ShareButton } from '@touchline/ui/ShareButton';
import { pluralPoints } from '../format.ts';
import { NotLoaded } from '../NotLoaded.tsx';
import classes from './leagues.module.css';
import { recapQuery } from './leagues.queries.ts';

/** Events of the league in its last final gameweek, with a text to share. */
export function Recap({ league }: { league: League }) {
  const query = useQuery(recapQuery(useHost().api, league.id));
  if (query.data === undefined)
    return (
      <NotLoaded what="the recap" query={query} rows={4}>
        The league is safe. Check your connection.
      </NotLoaded>
    );
  if (query.data === null)
    return (
      <EmptyState title="No recap yet">
        It appears when a gameweek is over and its points are final.
      </EmptyState>
    );
  return <RecapCard league={league} recap={query.data} />;
}

interface RecapCardProps {
  league: League;
  recap: LeagueRecap;
}

function RecapCard({ league, recap }: RecapCardProps) {
  const { gameweek, average, best, leaders, climbers, fallers, me } = recap;
  const top = best[0]?.gameweek_points ?? 0;
  return (
    <section className={classes.recap} aria-labelledby="league-recap">
      <Title id="league-recap" order={2} size="h3" mb={8}>
        Gameweek {gameweek}
      </Title>
      <dl>
        <Line label="Best score" value={formatPointsShort(top)}>
          {listTeams(best)}
        </Line>
        <Line label="In the lead" value={leaders[0] ? formatLead(leaders[0]) : ''}>
          {listTeams(leaders)}
        </Line>
        <Line label="Biggest rise" value={climbers[0] ? formatPlaces(climbers[0]) : ''}>
          {listTeams(climbers)}
        </Line>
        <Line label="Biggest drop" value={fallers[0] ? formatPlaces(fallers[0]) : ''}>
          {listTeams(fallers)}
        </Line>
        <Line label="Average" value={formatPointsShort(average)}>
          All members
        </Line>
        {me ? (
          <Line label="You" value={formatPointsShort(me.gameweek_points)}>
            {ordinal(me.rank)}
            {countPlaces(me) === 0 ? '' : `, ${formatPlaces(me)}`}
          </Line>
        ) : null}
      </dl>
      <ShareButton
        label="Share the recap"
        title={`${league.name}, gameweek ${gameweek}`}
        text={writeRecap(league.name, recap)}
        path={`/leagues/${league.id}?view=recap`}
      />
    </section>
  );
}

function Line({
  label,
  value,
  children,
}: {
  label: string;
  value: string;
  children: string | (string | null)[];
}) {
  if (value === '') return null;
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <b className={classes.recapValue}>{value}</b> <span>{children}</span>
      </dd>
    </div>
  );
}

const MAX_NAMES = 3;

/** "Park the Bus", "Park the Bus and Onion Bag", or three names and the number of the others. */
function listTeams(rows: readonly LeagueRow[]): string {
  const names = rows.slice(0, MAX_NAMES).map(({ team_name }) => team_name);
  const others = rows.length - names.length;
  return new Intl.ListFormat('en-GB').format(others > 0 ? [...names, plural(others, 'other')] : names);
}

const countPlaces = ({ rank, previous_rank }: LeagueRow) =>
  previous_rank === null ? 0 : previous_rank - rank;

/** "up 3", "down 1". */
function formatPlaces(row: LeagueRow): string {
  const places = countPlaces(row);
  return `${places < 0 ? 'down' : 'up'} ${Math.abs(places)}`;
}

const formatLead = ({ head_to_head, points }: LeagueRow) =>
  head_to_head ? plural(head_to_head.league_points, 'point') : pluralPoints(points);

/** Text of a shared recap. It contains what the page shows, because only members can open the link. */
function writeRecap(name: string, { gameweek, best, leaders, climbers, fallers }: LeagueRecap): string {
  const lines = [`${name}, gameweek ${gameweek}`];
  if (best[0]) lines.push(`Best score: ${listTeams(best)} with ${pluralPoints(best[0].gameweek_points)}`);
  if (leaders[0]) lines.push(`In the lead: ${listTeams(leaders)} with ${formatLead(leaders[0])}`);
  if (climbers[0]) lines.push(`Biggest rise: ${listTeams(climbers)}, ${formatPlaces(climbers[0])}`);
  if (fallers[0]) lines.push(`Biggest drop: ${listTeams(fallers)}, ${formatPlaces(fallers[0])}`);
  return lines.join('\n');
}
