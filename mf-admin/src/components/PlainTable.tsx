import { Text } from '@touchline/ui/base';
import { Table } from '@touchline/ui/data';
import type { ReactNode } from 'react';
import classes from './components.module.css';

interface PlainTableProps<Row> {
  label: string;
  rows: readonly Row[];
  getRowKey(row: Row): string;
  columns: readonly (readonly [label: string, cell: (row: Row) => ReactNode])[];
  /** Column that identifies a row; default: the first. It does not scroll. */
  fixed?: string;
  /** Text shown instead of an empty table. */
  empty: string;
}

/** Table without sorting. On narrow screens it scrolls horizontally inside its frame, except for one column. */
export function PlainTable<Row>({
  label,
  rows,
  getRowKey,
  columns,
  fixed = columns[0]?.[0],
  empty,
}: PlainTableProps<Row>) {
  const getClass = (head: string) => (head === fixed ? classes.fixed : undefined);
  if (rows.length === 0)
    return (
      <Text c="dimmed" py="1.5rem">
        {empty}
      </Text>
    );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it
    <section className={classes.scroller} tabIndex={0} aria-label={label}>
      <Table verticalSpacing="xs" fz="sm">
        <Table.Thead>
          <Table.Tr>
            {columns.map(([head]) => (
              <Table.Th key={head} className={getClass(head)}>
                {head}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={getRowKey(row)}>
              {columns.map(([head, cell]) => (
                <Table.Td key={head} className={getClass(head)}>
                  {cell(row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
