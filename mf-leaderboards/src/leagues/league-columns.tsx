import type { LeagueRow } from '@touchline/api/http/league-tables';
import type { LeagueKind } from '@touchline/api/http/leagues';
import { VisuallyHidden } from '@touchline/ui/base';
import { Table } from '@touchline/ui/data';
import { formatPoints } from '@touchline/ui/format';
import { NumberTick } from '@touchline/ui/NumberTick';
import type { ReactNode } from 'react';
import type { DisplayRow } from '../leaderboard/display-row.ts';
import type { LeaderboardColumn } from '../leaderboard/LeaderboardTable.tsx';
import classes from './leagues.module.css';

/** Columns of a league: points of the gameweek and of the league; with matches also results and league points. */
export function buildLeagueColumns(kind: LeagueKind): LeaderboardColumn[] {
  const gameweek = column('gameweek', 'Gameweek', ({ gameweek_points }) => (
    <NumberTick value={gameweek_points} />
  ));
  const points = column(
    'points',
    kind === 'CLASSIC' ? 'Points' : 'Points for',
    ({ total_points }) => <NumberTick value={total_points} format={formatPoints} />,
    kind === 'CLASSIC',
  );
  if (kind === 'CLASSIC') return [gameweek, points];
  const results =
    (render: (results: NonNullable<LeagueRow['head_to_head']>) => ReactNode) =>
    ({ head_to_head }: DisplayRow) =>
      head_to_head ? render(head_to_head) : null;
  return [
    column(
      'record',
      'W-D-L',
      results(({ won, drawn, lost }) => <Record won={won} drawn={drawn} lost={lost} />),
    ),
    column(
      'goals',
      'Goals',
      results(({ goal_difference }) => formatDifference(goal_difference)),
    ),
    points,
    gameweek,
    column(
      'league-points',
      'Pts',
      results(({ league_points }) => <NumberTick value={league_points} />),
      true,
    ),
  ];
}

/** League points and results on a phone. */
export function renderLeagueTotal({ head_to_head: results }: DisplayRow): ReactNode {
  if (!results) return null;
  return (
    <>
      <NumberTick value={results.league_points} />
      <VisuallyHidden> league points, </VisuallyHidden>
      <small className={classes.record}>
        <Record {...results} />
      </small>
    </>
  );
}

function Record({ won, drawn, lost }: { won: number; drawn: number; lost: number }) {
  return (
    <>
      <span aria-hidden="true">
        {won}-{drawn}-{lost}
      </span>
      <VisuallyHidden>
        {won} won, {drawn} drawn, {lost} lost
      </VisuallyHidden>
    </>
  );
}

const formatDifference = (goals: number) => (goals > 0 ? `+${goals}` : String(goals));

const column = (
  key: string,
  title: string,
  render: (row: DisplayRow) => ReactNode,
  main = false,
): LeaderboardColumn => ({
  key,
  head: <Table.Th ta="right">{title}</Table.Th>,
  render,
  main,
});
