import { useMediaQuery, VisuallyHidden } from '@touchline/ui/base';
import { Table } from '@touchline/ui/data';
import { useFlip } from '@touchline/ui/flip';
import { formatPoints } from '@touchline/ui/format';
import { IconChevronDown, IconChevronUp } from '@touchline/ui/icons';
import { NumberTick } from '@touchline/ui/NumberTick';
import { Fragment } from 'react';
import { type ChangeParams, type RankingsParams, SORTS } from '../rankings-params.ts';
import type { DisplayRow } from './display-row.ts';
import classes from './leaderboard.module.css';
import { isProvisional, LastPaidPlace, Prize } from './Prize.tsx';
import { Rank } from './Rank.tsx';
import { isLastPaid, type RowPrizes } from './row-prize.ts';
import { Coefficient, Team } from './Team.tsx';
import { Captain, Played } from './TeamDetails.tsx';

export interface LeaderboardTableProps {
  rows: readonly DisplayRow[];
  /** The user's own row when it is not among `rows`. */
  own: DisplayRow | null;
  sorting: Pick<RankingsParams, 'sort_by' | 'sort_order'>;
  onChange: ChangeParams;
  /** Opens a team. */
  onOpen: (row: DisplayRow) => void;
  /** False until a team has points. Until then no ranks are shown. */
  ranked: boolean;
  /** Null without prizes, while they load, and while no team has points. */
  prizes: RowPrizes | null;
}

/**
 * Leaderboard from tablet size up: a table with sortable columns. On a tablet, captain and players are below the team name
 * because there is no space for their columns. The team value, which is the same for all teams (DATA-12), is a column only while it is
 * chosen as sorting (RANK-06).
 */
export function LeaderboardTable(props: LeaderboardTableProps) {
  const { rows, own, sorting, onChange, onOpen, ranked, prizes } = props;
  const body = useFlip<HTMLTableSectionElement>(rows.map((row) => row.participation_id).join());
  const wide = useMediaQuery('(min-width: 64em)', true, { getInitialValueInEffect: false });
  const hasValue = sorting.sort_by === 'team_value';
  return (
    <Table className={classes.table} aria-label="Leaderboard" verticalSpacing={2}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th className={classes.rankHead}>Rank</Table.Th>
          <Table.Th>Team</Table.Th>
          {wide ? (
            <>
              <Table.Th className={classes.captainHead}>Captain</Table.Th>
              <Table.Th className={classes.figure}>Played</Table.Th>
            </>
          ) : null}
          {SORTS.filter(({ value }) => hasValue || value !== 'team_value').map((column) => (
            <SortableHead key={column.value} {...column} sorting={sorting} onChange={onChange} />
          ))}
          {prizes ? <PrizeHead prizes={prizes} /> : null}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody ref={body}>
        {rows.map((row, index) => (
          <Fragment key={row.participation_id}>
            <Row {...{ row, onOpen, ranked, wide, hasValue, prizes }} />
            {prizes && isLastPaid(row, rows[index + 1], prizes) ? (
              <Table.Tr className={classes.paidLine}>
                <Table.Td colSpan={99}>
                  <LastPaidPlace prizes={prizes} />
                </Table.Td>
              </Table.Tr>
            ) : null}
          </Fragment>
        ))}
      </Table.Tbody>
      {own ? (
        <Table.Tbody aria-label="Your rank">
          <Row row={own} {...{ onOpen, ranked, wide, hasValue, prizes }} pinned />
        </Table.Tbody>
      ) : null}
    </Table>
  );
}

function PrizeHead({ prizes }: { prizes: RowPrizes }) {
  const { state, token } = prizes.prizes.prizes;
  return (
    <Table.Th className={classes.figure}>
      Prize ({token.symbol})
      {isProvisional(state) ? <span className={classes.provisional}>provisional</span> : null}
    </Table.Th>
  );
}

function SortableHead({
  value,
  label,
  sorting,
  onChange,
}: (typeof SORTS)[number] & Pick<LeaderboardTableProps, 'sorting' | 'onChange'>) {
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

export interface LeaderboardRowProps extends Pick<LeaderboardTableProps, 'onOpen' | 'ranked' | 'prizes'> {
  row: DisplayRow;
  /** True for the user's own row below the list, which is not animated. */
  pinned?: boolean;
}

interface RowProps extends LeaderboardRowProps {
  /** True if captain and players have columns. */
  wide: boolean;
  /** True if the team value has a column. */
  hasValue: boolean;
}

function Row({ row, onOpen, ranked, wide, hasValue, prizes, pinned = false }: RowProps) {
  return (
    <Table.Tr
      className={classes.row}
      data-me={row.is_current_user || undefined}
      data-flip={pinned ? undefined : row.participation_id}
    >
      <Table.Td>
        <Rank row={row} ranked={ranked} />
      </Table.Td>
      <Table.Td>
        <Team row={row} onOpen={onOpen}>
          {wide ? null : (
            <>
              <Captain captain={row.captain} />
              <span className={classes.fact}>
                <Played played={row.played} />
              </span>
            </>
          )}
        </Team>
      </Table.Td>
      {wide ? <DetailCells row={row} /> : null}
      <Table.Td className={classes.points}>
        <NumberTick value={row.total_points} format={formatPoints} />
      </Table.Td>
      <Table.Td className={classes.figure}>
        <NumberTick value={row.gameweek_points} />
      </Table.Td>
      <Table.Td className={classes.figure}>
        <Coefficient value={row.coefficient} />
      </Table.Td>
      {hasValue ? <Table.Td className={classes.figure}>{row.team_value}</Table.Td> : null}
      {prizes ? (
        <Table.Td className={classes.figure}>
          <Prize row={row} prizes={prizes} />
        </Table.Td>
      ) : null}
    </Table.Tr>
  );
}

function DetailCells({ row: { captain, played } }: Pick<LeaderboardRowProps, 'row'>) {
  return (
    <>
      <Table.Td>
        {captain ? <Captain captain={captain} /> : <EmptyCell why="Hidden until their match kicks off" />}
      </Table.Td>
      <Table.Td className={classes.figure}>
        {played === null ? <EmptyCell why="No match has kicked off" /> : <Played played={played} />}
      </Table.Td>
    </>
  );
}

/** Placeholder for a missing value, with the reason as its title. */
const EmptyCell = ({ why: reason }: { why: string }) => (
  <span className={classes.notYet} title={reason}>
    <span aria-hidden="true">–</span>
    <VisuallyHidden>{reason}</VisuallyHidden>
  </span>
);
