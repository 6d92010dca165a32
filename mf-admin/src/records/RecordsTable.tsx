import { Table } from '@touchline/ui/data';
import { IconChevronDown, IconChevronUp } from '@touchline/ui/icons';
import type { ReactNode } from 'react';
import scrolling from '../components/components.module.css';
import classes from './records.module.css';
import type { ListState } from './use-list.ts';

export interface RecordColumn<Row, C extends string> {
  column: C;
  label: string;
  cell(row: Row): ReactNode;
  /** Aligns the column to the right. */
  isNumeric?: boolean;
}

interface RecordsTableProps<Row, C extends string> {
  label: string;
  columns: readonly RecordColumn<Row, C>[];
  /** Column that identifies a row. It does not scroll. */
  fixed: C;
  rows: readonly Row[];
  getRowKey(row: Row): string;
  list: Pick<ListState<C>, 'params' | 'sortBy'>;
  actions(row: Row): ReactNode;
  /** True while the requested rows load; `rows` are the previous ones. */
  isLoading: boolean;
}

/** Table with sortable columns. On narrow screens it scrolls horizontally inside its frame, except for one column. */
export function RecordsTable<Row, C extends string>(props: RecordsTableProps<Row, C>) {
  const { label, columns, fixed, rows, getRowKey, list, actions, isLoading } = props;
  const getClass = ({ column, isNumeric }: RecordColumn<Row, C>) =>
    column === fixed ? scrolling.fixed : isNumeric ? classes.figure : undefined;
  const frame = `${scrolling.scroller} ${classes.frame}`;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it
    <section className={frame} tabIndex={0} aria-label={label} aria-busy={isLoading}>
      <Table className={classes.table} verticalSpacing="xs" highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Head key={column.column} {...column} className={getClass(column)} list={list} />
            ))}
            <Table.Th>Actions</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={getRowKey(row)}>
              {columns.map((column) => (
                <Table.Td key={column.column} className={getClass(column)}>
                  {column.cell(row)}
                </Table.Td>
              ))}
              <Table.Td className={classes.actions}>{actions(row)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

interface HeadProps<C extends string> {
  column: C;
  label: string;
  className: string | undefined;
  list: Pick<ListState<C>, 'params' | 'sortBy'>;
}

function Head<C extends string>({ column, label, className, list }: HeadProps<C>) {
  const active = list.params.sortBy === column;
  const descending = list.params.sortOrder === 'desc';
  const Icon = active && !descending ? IconChevronUp : IconChevronDown;
  return (
    <Table.Th className={className} aria-sort={active ? (descending ? 'descending' : 'ascending') : 'none'}>
      <button
        type="button"
        className={classes.sort}
        data-active={active || undefined}
        onClick={() => list.sortBy(column)}
      >
        {label}
        <Icon size={14} aria-hidden="true" />
      </button>
    </Table.Th>
  );
}
