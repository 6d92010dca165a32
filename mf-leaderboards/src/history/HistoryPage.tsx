import { myParticipations } from '@touchline/api/http/entries';
import type { HistoryTeam } from '@touchline/api/http/history';
import { useHost, useWatched } from '@touchline/host/host';
import { useMutation, useQuery } from '@touchline/host/query';
import { Link } from '@touchline/host/router';
import { useLive } from '@touchline/host/use-live';
import { Button, Container, Group, Stack, Title } from '@touchline/ui/base';
import { EmptyState } from '@touchline/ui/EmptyState';
import { formatCount, formatDate, ordinal, plural } from '@touchline/ui/format';
import { PageHeader } from '@touchline/ui/PageHeader';
import { StatCard } from '@touchline/ui/StatCard';
import { RowsSkeleton } from '@touchline/ui/skeletons';
import { pluralPoints } from '../format.ts';
import { NotLoaded } from '../NotLoaded.tsx';
import { describeGameState, hasRanks } from './game-state.ts';
import classes from './history.module.css';
import { historyQuery, MANAGERS_KEY } from './history.queries.ts';
import { buildHistoryCsv } from './history-csv.ts';
import { Rivalry } from './Rivalry.tsx';
import { computeRecords } from './records.ts';
import { WeekRecap } from './WeekRecap.tsx';

/** `/results/mine`: recap, records, rivalry and all games of the signed-in user. */
export function HistoryPage() {
  const { session, wallet } = useHost();
  const { status, user } = useWatched(session);
  return (
    <Container size="xl" py={{ base: 0, sm: 'md' }}>
      <PageHeader title="My results" eyebrow={<Link to="/results">Results</Link>} />
      {user ? (
        <History wallet={user.wallet_address} />
      ) : status === 'loading' ? (
        <RowsSkeleton rows={4} height={120} label="Signing you in" />
      ) : (
        <EmptyState title="Sign in to see your results" action={<wallet.Control />}>
          Your games, records and points are listed here.
        </EmptyState>
      )}
    </Container>
  );
}

function History({ wallet }: { wallet: string }) {
  const { api, navigate } = useHost();
  useLive(['leaderboard', 'game'], [MANAGERS_KEY]);
  const query = useQuery(historyQuery(api, wallet));
  if (!query.data)
    return (
      <NotLoaded what="your results" query={query} rows={4} height={120}>
        Your teams and prizes are safe. Check your connection.
      </NotLoaded>
    );
  const teams = query.data;
  if (teams.length === 0)
    return (
      <EmptyState
        title="No games yet"
        action={<Button onClick={() => navigate('/choose-game')}>Choose a game</Button>}
      >
        Your first game appears here as soon as you have joined it.
      </EmptyState>
    );
  return (
    <Stack gap="1.5rem">
      <WeekRecap teams={teams} />
      <RecordCards teams={teams} />
      <Rivalry wallet={wallet} teams={teams} />
      <Games teams={teams} />
    </Stack>
  );
}

function RecordCards({ teams }: { teams: readonly HistoryTeam[] }) {
  const { games, wins, bestWeek, highestFinish, longestRun } = computeRecords(teams);
  return (
    <section aria-labelledby="records-title">
      <Title id="records-title" order={2} size="h3" mb={8}>
        Records
      </Title>
      <div className={classes.cards}>
        <StatCard
          label="Best week"
          tone="gold"
          value={bestWeek ? plural(bestWeek.week.points, 'point') : '–'}
          hint={bestWeek ? `Gameweek ${bestWeek.week.gameweek}, ${bestWeek.team.game.name}` : undefined}
        />
        <StatCard
          label="Highest finish"
          tone="gold"
          value={highestFinish ? ordinal(highestFinish.rank) : '–'}
          hint={
            highestFinish ? `of ${formatCount(highestFinish.teams)}, ${highestFinish.game.name}` : undefined
          }
        />
        <StatCard
          label="Longest run"
          value={formatCount(longestRun)}
          hint={longestRun === 1 ? 'gameweek above the average' : 'gameweeks in a row above the average'}
        />
        <StatCard label="Finished games" value={formatCount(games)} hint={`${plural(wins, 'win')}`} />
      </div>
    </section>
  );
}

/** All games of the user, and their download as CSV. */
function Games({ teams }: { teams: readonly HistoryTeam[] }) {
  const { api } = useHost();
  const download = useMutation({
    mutationFn: async () => {
      const { participations } = await api.request(myParticipations, { query: {} });
      saveFile('touchline-results.csv', buildHistoryCsv(teams, participations));
    },
  });
  return (
    <section aria-labelledby="games-title">
      <Group justify="space-between" gap={8} mb={8}>
        <Title id="games-title" order={2} size="h3" mb={8}>
          All games
        </Title>
        <Button variant="default" loading={download.isPending} onClick={() => download.mutate()}>
          Download CSV
        </Button>
      </Group>
      {download.isError ? (
        <p role="alert">The file could not be created, because your teams did not load. Try again.</p>
      ) : null}
      <ul className={classes.list} aria-label="My games">
        {teams.map((team) => (
          <li key={team.participation_id}>
            <span>
              <Link to={getGamePath(team)}>{team.game.name}</Link>
              <small>
                {team.team_name}, {formatDate(team.game.end_time)}
              </small>
            </span>
            <Standing team={team} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Rank and points of a team, or why it has none. */
function Standing({ team }: { team: HistoryTeam }) {
  const { game, rank, teams, earned_points } = team;
  if (!hasRanks(game))
    return (
      <span>
        <b>{game.status === 'CANCELLED' ? 'Cancelled' : 'Not started'}</b>
      </span>
    );
  const state = describeGameState(team);
  return (
    <span>
      <b>
        {ordinal(rank)} of {formatCount(teams)}
      </b>
      <small>
        {pluralPoints(earned_points)}
        {state ? `, ${state}` : ''}
      </small>
    </span>
  );
}

/** Path of the result of a game, or of its rankings while it has none. */
const getGamePath = (team: HistoryTeam) =>
  describeGameState(team) === null ? `/results/${team.game.id}` : `/rankings?game=${team.game.id}`;

function saveFile(name: string, text: string): void {
  // The mark makes spreadsheets read the file as UTF-8.
  const url = URL.createObjectURL(new Blob([`\uFEFF${text}`], { type: 'text/csv;charset=utf-8' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}
