import { Table } from '@touchline/ui/data';
import { useFlip } from '@touchline/ui/flip';
import { formatPoints } from '@touchline/ui/format';
import { IconChevronDown, IconChevronUp } from '@touchline/ui/icons';
import { NumberTick } from '@touchline/ui/NumberTick';
import { CoefficientBadge } from './CoefficientBadge.tsx';
import { RankMark } from './RankMark.tsx';
import { type RankingsView, SORTS } from './rankings-view.ts';
import { TeamCell } from './StandingCells.tsx';
import type { Standing } from './standing.ts';
import classes from './standings.module.css';
import type { ChangeView, LookAt } from './use-rankings-view.ts';

export interface StandingsProps {
  rows: readonly Standing[];
  /** The caller's own row when it is not on this page. */
  own: Standing | null;
  sorting: Pick<RankingsView, 'sort_by' | 'sort_order'>;
  onChange: ChangeView;
  onLook: LookAt;
}

interface RowProps extends Pick<StandingsProps, 'onLook'> {
  row: Standing;
  pinned?: boolean;
}

function Row({ row, onLook, pinned = false }: RowProps) {
  return (
    <Table.Tr
      className={classes.row}
      data-me={row.is_current_user || undefined}
      data-flip={pinned ? undefined : row.participation_id}
    >
      <Table.Td>
        <RankMark row={row} />
      </Table.Td>
      <Table.Td>
        <TeamCell row={row} onLook={onLook} />
      </Table.Td>
      <Table.Td className={classes.points}>
        <NumberTick value={row.total_points} format={formatPoints} />
      </Table.Td>
      <Table.Td className={classes.figure}>
        <NumberTick value={row.gameweek_points} />
      </Table.Td>
      <Table.Td className={classes.figure}>
        <CoefficientBadge coefficient={row.coefficient} />
      </Table.Td>
      <Table.Td className={classes.figure}>{row.team_value}</Table.Td>
    </Table.Tr>
  );
}

function SortableHead({
  value,
  label,
  sorting,
  onChange,
}: Column & Pick<StandingsProps, 'sorting' | 'onChange'>) {
  const active = sorting.sort_by === value;
  const descending = sorting.sort_order === 'desc';
  const Icon = active && !descending ? IconChevronUp : IconChevronDown;
  return (
    <Table.Th
      className={classes.figure}
      aria-sort={active ? (descending ? 'descending' : 'ascending') : 'none'}
    >
      <button
        type="button"
        className={classes.sort}
        data-active={active || undefined}
        onClick={() => onChange({ sort_by: value, sort_order: active && descending ? 'asc' : 'desc' })}
      >
        {label}
        <Icon size={16} aria-hidden="true" />
      </button>
    </Table.Th>
  );
}

type Column = (typeof SORTS)[number];

/** The standings from tablet size on: a table whose heads sort. */
export function StandingsTable({ rows, own, sorting, onChange, onLook }: StandingsProps) {
  const body = useFlip<HTMLTableSectionElement>(rows.map((row) => row.participation_id).join());
  return (
    <Table className={classes.table} verticalSpacing="xs">
      <Table.Thead>
        <Table.Tr>
          <Table.Th className={classes.rankHead}>Rank</Table.Th>
          <Table.Th>Team</Table.Th>
          {SORTS.map((column) => (
            <SortableHead key={column.value} {...column} sorting={sorting} onChange={onChange} />
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody ref={body}>
        {rows.map((row) => (
          <Row key={row.participation_id} row={row} onLook={onLook} />
        ))}
      </Table.Tbody>
      {own ? (
        <Table.Tbody aria-label="Your rank">
          <Row row={own} onLook={onLook} pinned />
        </Table.Tbody>
      ) : null}
    </Table>
  );
}
