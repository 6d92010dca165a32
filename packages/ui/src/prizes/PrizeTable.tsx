import { VisuallyHidden } from '@touchline/ui/base';
import type { ReactNode } from 'react';
import {
  formatCount,
  formatPlaces,
  formatPrizeAmount,
  formatPrizeExact,
  type PrizeTokenUnits,
} from '../format.ts';
import classes from './PrizeTable.module.css';

/** Consecutive places with the same prize; `amount` in wei is the prize of each place. */
export interface PrizeTableRow {
  from: number;
  to: number;
  amount: string;
}

export interface PrizeTableProps {
  /** Best place first. */
  rows: readonly PrizeTableRow[];
  token: PrizeTokenUnits;
  /** Name of the table for screen readers. */
  label?: string;
  /** Place to mark, such as the user's own. */
  ownPlace?: number | null;
  /** A third column. */
  extra?: { head: string; render: (row: PrizeTableRow, index: number) => ReactNode };
}

/** Prize table of a game: places, and the prize of each place. Renders nothing without rows. */
export function PrizeTable({ rows, token, label = 'Prizes', ownPlace = null, extra }: PrizeTableProps) {
  if (rows.length === 0) return null;
  return (
    <table className={classes.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Place</th>
          <th scope="col" className={classes.amount}>
            {token.symbol} each
          </th>
          {extra ? <th scope="col">{extra.head}</th> : null}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => {
          const own = ownPlace !== null && ownPlace >= row.from && ownPlace <= row.to;
          return (
            <tr key={row.from} data-podium={row.from <= 3 ? row.from : undefined} data-own={own || undefined}>
              <th scope="row">
                {formatPlaces(row.from, row.to)}
                {row.to > row.from ? (
                  <span className={classes.count}> ({formatCount(row.to - row.from + 1)} places)</span>
                ) : null}
                {own ? <VisuallyHidden> your place</VisuallyHidden> : null}
              </th>
              <td className={classes.amount} title={formatPrizeExact(row.amount, token)}>
                {formatPrizeAmount(row.amount, token)}
              </td>
              {extra ? <td>{extra.render(row, index)}</td> : null}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
