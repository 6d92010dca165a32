import { UnstyledButton } from '@touchline/ui/base';
import { Table } from '@touchline/ui/data';
import { formatPoints } from '@touchline/ui/format';
import { IconChevronDown, IconChevronUp } from '@touchline/ui/icons';
import { NumberTick } from '@touchline/ui/NumberTick';
import type { ReactNode } from 'react';
import { type ChangeParams, type RankingsParams, SORTS, type Sort } from '../rankings-params.ts';
import type { DisplayRow } from './display-row.ts';
import type { LeaderboardColumn } from './LeaderboardTable.tsx';
import classes from './leaderboard.module.css';
import { isProvisional, Prize } from './Prize.tsx';
import type { RowPrizes } from './row-prize.ts';
import { Coefficient } from './Team.tsx';

interface Sorting {
  sorting: Pick<RankingsParams, 'sort_by' | 'sort_order'>;
  onChange: ChangeParams;
}

const FIGURES: Record<Sort, (row: DisplayRow) => ReactNode> = {
  total_points: (row) => <NumberTick value={row.total_points} format={formatPoints} />,
  gameweek_points: (row) => <NumberTick value={row.gameweek_points} />,
  coefficient: (row) => <Coefficient value={row.coefficient ?? 1} />,
  team_value: (row) => row.team_value,
};

/**
 * Columns of the rankings: the sortable figures, and the prize. The team value, which is the same for all teams (DATA-12), is a column
 * only while it is chosen as sorting (RANK-06).
 */
export function buildRankingColumns(sorting: Sorting, prizes: RowPrizes | null): LeaderboardColumn[] {
  const hasValue = sorting.sorting.sort_by === 'team_value';
  const columns: LeaderboardColumn[] = SORTS.filter(({ value }) => hasValue || value !== 'team_value').map(
    (column) => ({
      key: column.value,
      head: <SortableHead {...column} {...sorting} />,
      render: FIGURES[column.value],
      main: column.value === 'total_points',
    }),
  );
  if (prizes)
    columns.push({
      key: 'prize',
      head: <PrizeHead prizes={prizes} />,
      render: (row) => <Prize row={row} prizes={prizes} />,
    });
  return columns;
}

function PrizeHead({ prizes }: { prizes: RowPrizes }) {
  const { state, token } = prizes.prizes.prizes;
  return (
    <Table.Th ta="right">
      Prize ({token.symbol})
      {isProvisional(state) ? <span className={classes.provisional}>provisional</span> : null}
    </Table.Th>
  );
}

function SortableHead({ value, label, sorting, onChange }: (typeof SORTS)[number] & Sorting) {
  const active = sorting.sort_by === value;
  const descending = sorting.sort_order === 'desc';
  const Icon = active && !descending ? IconChevronUp : IconChevronDown;
  return (
    <Table.Th ta="right" aria-sort={active ? (descending ? 'descending' : 'ascending') : 'none'}>
      <UnstyledButton
        className={classes.sort ?? ''}
        data-active={active || undefined}
        onClick={() => onChange({ sort_by: value, sort_order: active && descending ? 'asc' : 'desc' })}
      >
        {label}
        <Icon size={16} aria-hidden="true" />
      </UnstyledButton>
    </Table.Th>
  );
}
