import { useNickname } from '@touchline/host/use-nickname';
import { formatCoefficient } from '@touchline/rules/tiers';
import { Badge, useMediaQuery, VisuallyHidden } from '@touchline/ui/base';
import { Table } from '@touchline/ui/data';
import { useFlip } from '@touchline/ui/flip';
import { formatPoints, shortHex } from '@touchline/ui/format';
import { IconChevronDown, IconChevronUp } from '@touchline/ui/icons';
import { NumberTick } from '@touchline/ui/NumberTick';
import type { ReactNode } from 'react';
import { type ChangeParams, type RankingsParams, SORTS } from '../rankings-params.ts';
import { Rank } from './Rank.tsx';
import type { Standing } from './display-row.ts';
import classes from './leaderboard.module.css';
import { Captain, Played } from './TeamDetails.tsx';

export interface StandingsProps {
  rows: readonly Standing[];
  /** The user's own row when it is not among `rows`. */
  own: Standing | null;
  sorting: Pick<RankingsParams, 'sort_by' | 'sort_order'>;
  onChange: ChangeParams;
  /** Opens a team. */
  onOpen: (row: Standing) => void;
  /** False until somebody has points: then nobody has a rank. */
  ranked: boolean;
}

/**
 * The standings from tablet size up: a table with sortable columns. A tablet has no room for captain, players and team value in
 * columns of their own: the first two stand under the name, the last one is the same for all (DATA-12).
 */
export function StandingsTable({ rows, own, sorting, onChange, onOpen, ranked }: StandingsProps) {
  const body = useFlip<HTMLTableSectionElement>(rows.map((row) => row.participation_id).join());
  const wide = useMediaQuery('(min-width: 64em)', true, { getInitialValueInEffect: false });
  return (
    <Table className={classes.table} verticalSpacing={2}>
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
          {SORTS.filter(({ value }) => wide || value !== 'team_value').map((column) => (
            <SortableHead key={column.value} {...column} sorting={sorting} onChange={onChange} />
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody ref={body}>
        {rows.map((row) => (
          <Row key={row.participation_id} row={row} onOpen={onOpen} ranked={ranked} wide={wide} />
        ))}
      </Table.Tbody>
      {own ? (
        <Table.Tbody aria-label="Your rank">
          <Row row={own} onOpen={onOpen} ranked={ranked} wide={wide} pinned />
        </Table.Tbody>
      ) : null}
    </Table>
  );
}

function SortableHead({
  value,
  label,
  sorting,
  onChange,
}: (typeof SORTS)[number] & Pick<StandingsProps, 'sorting' | 'onChange'>) {
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

export interface StandingRowProps extends Pick<StandingsProps, 'onOpen' | 'ranked'> {
  row: Standing;
  /** The user's own row, kept out of the animated list. */
  pinned?: boolean;
}

function Row({ row, onOpen, ranked, wide, pinned = false }: StandingRowProps & { wide: boolean }) {
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
      {wide ? <FactCells row={row} /> : null}
      <Table.Td className={classes.points}>
        <NumberTick value={row.total_points} format={formatPoints} />
      </Table.Td>
      <Table.Td className={classes.figure}>
        <NumberTick value={row.gameweek_points} />
      </Table.Td>
      <Table.Td className={classes.figure}>
        <Coefficient value={row.coefficient} />
      </Table.Td>
      {wide ? <Table.Td className={classes.figure}>{row.team_value}</Table.Td> : null}
    </Table.Tr>
  );
}

function FactCells({ row: { captain, played } }: Pick<StandingRowProps, 'row'>) {
  return (
    <>
      <Table.Td>
        {captain ? <Captain captain={captain} /> : <NotYet why="Hidden until his match kicks off" />}
      </Table.Td>
      <Table.Td className={classes.figure}>
        {played === null ? <NotYet why="No match has kicked off" /> : <Played played={played} />}
      </Table.Td>
    </>
  );
}

/** An empty cell would look like a mistake. */
const NotYet = ({ why }: { why: string }) => (
  <span className={classes.notYet} title={why}>
    <span aria-hidden="true">–</span>
    <VisuallyHidden>{why}</VisuallyHidden>
  </span>
);

interface TeamProps extends Pick<StandingsProps, 'onOpen'> {
  row: Standing;
  /** After the name. */
  beside?: ReactNode;
  /** More figures after the wallet. */
  children?: ReactNode;
}

/** Team name, and the manager's nickname or wallet. A click on the name opens the team; the user's own is marked "You". */
export function Team({ row, onOpen, beside, children }: TeamProps) {
  return (
    <span className={classes.team}>
      <span className={classes.name}>
        <button
          type="button"
          className={classes.preview}
          aria-haspopup={row.is_current_user ? undefined : 'dialog'}
          onClick={() => onOpen(row)}
        >
          {row.team_name}
        </button>
        {row.is_current_user ? (
          <Badge size="sm" color="grass" variant="filled" flex="none">
            You
          </Badge>
        ) : null}
        {beside}
      </span>
      <span className={classes.more}>
        <span className={classes.wallet} title={row.wallet_address}>
          {useNickname(row.wallet_address) ?? shortHex(row.wallet_address)}
        </span>
        {children}
      </span>
    </span>
  );
}

/** RANK-07: coefficients above this are emphasised. */
const STRONG_COEFFICIENT = 1.2;

export function Coefficient({ value, size = 'lg' }: { value: number; size?: 'sm' | 'lg' }) {
  const strong = value > STRONG_COEFFICIENT;
  return (
    <Badge
      className="tl-figures"
      size={size}
      variant={strong ? 'filled' : 'light'}
      color={strong ? 'gold' : 'gray'}
      data-emphasised={strong}
    >
      {formatCoefficient(value)}
    </Badge>
  );
}
