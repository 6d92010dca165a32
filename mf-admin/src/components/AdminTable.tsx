import { Text, UnstyledButton } from '@touchline/ui/base';
import { Table } from '@touchline/ui/data';
import { IconChevronDown, IconChevronUp } from '@touchline/ui/icons';
import type { ReactNode } from 'react';
import classes from './components.module.css';

/** Heading and cells of a column, its name if rows can be sorted by it, and its alignment. */
export type Column<Row, Sort extends string = string> = readonly [
  label: string,
  cell: (row: Row) => ReactNode,
  sort?: Sort,
  align?: 'right',
];

/** The order of rows and its change by a heading. */
interface Order<Sort extends string> {
  params: { sortBy: Sort; sortOrder: 'asc' | 'desc' };
  sortBy(sort: Sort): void;
}

interface AdminTableProps<Row, Sort extends string> {
  label: string;
  rows: readonly Row[];
  getRowKey(row: Row): string;
  columns: readonly Column<Row, Sort>[];
  /** Heading of the column that identifies a row; default: the first. It does not scroll. */
  fixed?: string;
  /** Without it, headings do not sort. */
  list?: Order<Sort>;
  /** True while the requested rows load; `rows` are the previous ones. */
  isLoading?: boolean;
  /** Text shown instead of an empty table. */
  empty?: string;
}

/** Table that scrolls horizontally inside its frame on narrow screens, except for one column. */
export function AdminTable<Row, Sort extends string>(props: AdminTableProps<Row, Sort>) {
  const { label, rows, getRowKey, columns, list, isLoading, empty, fixed = columns[0]?.[0] } = props;
  const getClass = ([head, , , align]: Column<Row, Sort>) =>
    head === fixed ? classes.fixed : align && classes.figure;
  if (rows.length === 0)
    return (
      <Text c="dimmed" py="1.5rem">
        {empty}
      </Text>
    );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it
    <section className={classes.scroller} tabIndex={0} aria-label={label} aria-busy={isLoading}>
      <Table verticalSpacing="xs" fz="sm" highlightOnHover={list !== undefined}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => {
              const [head, , sort] = column;
              const own = { label: head, className: getClass(column) };
              return list && sort ? (
                <SortHead key={head} {...own} sort={sort} list={list} />
              ) : (
                <Table.Th key={head} className={own.className}>
                  {head}
                </Table.Th>
              );
            })}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={getRowKey(row)}>
              {columns.map((column) => (
                <Table.Td key={column[0]} className={getClass(column)}>
                  {column[1](row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

interface SortHeadProps<Sort extends string> {
  label: string;
  className: string | undefined;
  sort: Sort;
  list: Order<Sort>;
}

function SortHead<Sort extends string>({ label, className, sort, list }: SortHeadProps<Sort>) {
  const active = list.params.sortBy === sort;
  const descending = list.params.sortOrder === 'desc';
  const Icon = active && !descending ? IconChevronUp : IconChevronDown;
  return (
    <Table.Th className={className} aria-sort={active ? (descending ? 'descending' : 'ascending') : 'none'}>
      <UnstyledButton
        className={classes.sort ?? ''}
        data-active={active || undefined}
        onClick={() => list.sortBy(sort)}
      >
        {label}
        <Icon size={14} aria-hidden="true" />
      </UnstyledButton>
    </Table.Th>
  );
}
