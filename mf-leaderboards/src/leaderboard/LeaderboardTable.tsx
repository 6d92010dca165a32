import { useMediaQuery, VisuallyHidden } from '@touchline/ui/base';
import { Table } from '@touchline/ui/data';
import { useFlip } from '@touchline/ui/flip';
import { Fragment, type ReactNode } from 'react';
import type { DisplayRow } from './display-row.ts';
import classes from './leaderboard.module.css';
import { LastPaidPlace } from './Prize.tsx';
import { Rank } from './Rank.tsx';
import { isLastPaid, type RowPrizes } from './row-prize.ts';
import { Team } from './Team.tsx';
import { Captain, Played } from './TeamDetails.tsx';

/** A column with a figure of each team. */
export interface LeaderboardColumn {
  key: string;
  /** The `Table.Th`. */
  head: ReactNode;
  render: (row: DisplayRow) => ReactNode;
  /** True for the figure that ranks the teams. */
  main?: boolean;
}

export interface LeaderboardTableProps {
  /** Name for screen readers. */
  label: string;
  rows: readonly DisplayRow[];
  /** The user's own row when it is not among `rows`. */
  own: DisplayRow | null;
  /** Columns after team, captain and players. */
  columns: readonly LeaderboardColumn[];
  /** Opens a team. */
  onOpen: (row: DisplayRow) => void;
  /** False until a team has points. Until then no ranks are shown. */
  ranked: boolean;
  /** Null without prizes, while they load, and while no team has points. */
  prizes: RowPrizes | null;
}

/**
 * Leaderboard from tablet size up. On a tablet, captain and players are below the team name because there is no space for their
 * columns.
 */
export function LeaderboardTable(props: LeaderboardTableProps) {
  const { label, rows, own, columns, onOpen, ranked, prizes } = props;
  const body = useFlip<HTMLTableSectionElement>(rows.map((row) => row.participation_id).join());
  const wide = useMediaQuery('(min-width: 64em)', true, { getInitialValueInEffect: false });
  return (
    <Table className={classes.table} tabularNums aria-label={label} verticalSpacing={2}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th w="5.5rem">Rank</Table.Th>
          <Table.Th>Team</Table.Th>
          {wide ? (
            <>
              <Table.Th w="10rem">Captain</Table.Th>
              <Table.Th ta="right">Played</Table.Th>
            </>
          ) : null}
          {columns.map(({ key, head }) => (
            <Fragment key={key}>{head}</Fragment>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody ref={body}>
        {rows.map((row, index) => (
          <Fragment key={row.participation_id}>
            <Row row={row} onOpen={onOpen} ranked={ranked} wide={wide} columns={columns} />
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
          <Row row={own} onOpen={onOpen} ranked={ranked} wide={wide} columns={columns} pinned />
        </Table.Tbody>
      ) : null}
    </Table>
  );
}

interface RowProps extends Pick<LeaderboardTableProps, 'columns' | 'onOpen' | 'ranked'> {
  row: DisplayRow;
  /** True for the user's own row below the list, which is not animated. */
  pinned?: boolean;
  /** True if captain and players have columns. */
  wide: boolean;
}

function Row({ row, onOpen, ranked, wide, columns, pinned = false }: RowProps) {
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
      {columns.map(({ key, render, main = false }) => (
        <Table.Td key={key} ta="right" className={main ? classes.points : undefined}>
          {render(row)}
        </Table.Td>
      ))}
    </Table.Tr>
  );
}

function DetailCells({ row: { captain, played } }: Pick<RowProps, 'row'>) {
  return (
    <>
      <Table.Td>
        {captain ? <Captain captain={captain} /> : <EmptyCell why="Hidden until their match kicks off" />}
      </Table.Td>
      <Table.Td ta="right">
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
