import { Badge, Button, Group, Loader, Stack } from '@touchline/ui/base';
import { NativeSelect } from '@touchline/ui/forms';
import { IconArrowDown, IconArrowUp } from '@touchline/ui/icons';
import { RowsSkeleton } from '@touchline/ui/skeletons';
import { type ReactNode, useEffect } from 'react';
import { AdminTable, type Column } from '../components/AdminTable.tsx';
import { ErrorAlert } from '../components/ErrorAlert.tsx';
import { SearchBox } from '../components/SearchBox.tsx';
import { formatNumber } from '../format.ts';
import { countPages, Pager } from './Pager.tsx';
import classes from './records.module.css';
import type { ListState } from './use-list.ts';

export interface RecordsQuery<Row> {
  rows: readonly Row[] | undefined;
  total: number | undefined;
  error: Error | null;
  isPlaceholderData: boolean;
  refetch(): unknown;
}

interface RecordsTabProps<Row, C extends string> {
  /** Plural noun, lower case: "game participations". */
  noun: string;
  placeholder: string;
  columns: readonly Column<Row, C>[];
  /** Heading of the column that identifies a row. */
  fixed: string;
  /** Sort orders without a column. */
  otherSorts?: readonly { value: C; label: string }[];
  list: ListState<C>;
  query: RecordsQuery<Row>;
  getRowKey(row: Row): string;
  actions(row: Row): ReactNode;
  empty: ReactNode;
  /** Loading text; without it a skeleton is shown. */
  loading?: string;
  /** Noun at the end of the pager's text. */
  unit?: string;
}

/** List with search, sorting, pages and its total. */
export function RecordsTab<Row, C extends string>(props: RecordsTabProps<Row, C>) {
  const { noun, columns, fixed, list, query, getRowKey, actions, empty, loading, unit = 'results' } = props;
  const { rows, total = 0, error } = query;
  useClamp(list, query);
  return (
    <Stack gap="0.875rem" pt="md">
      <Controls {...props} />
      {error ? (
        <ErrorAlert title={`Failed to load ${noun}`} error={error} onRetry={() => void query.refetch()} />
      ) : null}
      {rows === undefined ? (
        error ? null : loading ? (
          <Group role="status" gap="sm" py="lg">
            <Loader size={20} /> {loading}
          </Group>
        ) : (
          <RowsSkeleton rows={8} label={`Loading ${noun}`} />
        )
      ) : rows.length === 0 ? (
        <div className={classes.empty}>{empty}</div>
      ) : (
        <div className={classes.frame}>
          <AdminTable
            label={`Table of ${noun}`}
            columns={[
              ...columns,
              ['Actions', (row) => <div className={classes.actions}>{actions(row)}</div>],
            ]}
            fixed={fixed}
            rows={rows}
            getRowKey={getRowKey}
            list={list}
            isLoading={query.isPlaceholderData}
          />
        </div>
      )}
      {rows ? <Pager page={list.params.page} total={total} unit={unit} onPage={list.goTo} /> : null}
    </Stack>
  );
}

/** Goes to the last page when the current one no longer exists because rows were removed. */
function useClamp<C extends string>(
  { params, goTo }: ListState<C>,
  { total, isPlaceholderData }: RecordsQuery<unknown>,
): void {
  const last = total === undefined || isPlaceholderData ? null : countPages(total);
  const isPastEnd = last !== null && params.page > last;
  useEffect(() => {
    if (isPastEnd) goTo(last);
  });
}

type ControlsProps<Row, C extends string> = Pick<
  RecordsTabProps<Row, C>,
  'noun' | 'placeholder' | 'columns' | 'otherSorts' | 'list' | 'query'
>;

function Controls<Row, C extends string>(props: ControlsProps<Row, C>) {
  const { noun, placeholder, columns, otherSorts = [], list, query } = props;
  const { sortBy, sortOrder } = list.params;
  const ascending = sortOrder === 'asc';
  const sorts = [...columns.flatMap(([label, , value]) => (value ? { value, label } : [])), ...otherSorts];
  return (
    <Group gap="xs">
      <Badge size="lg" color="info" flex="none">
        {query.total === undefined ? '…' : formatNumber(query.total)} total
      </Badge>
      <SearchBox
        label={`Search ${noun}`}
        placeholder={placeholder}
        value={list.typed}
        onChange={list.search}
      />
      <NativeSelect
        aria-label="Sort by"
        data={sorts}
        value={sortBy}
        onChange={({ currentTarget }) => {
          const column = sorts.find(({ value }) => value === currentTarget.value)?.value;
          if (column && column !== sortBy) list.sortBy(column);
        }}
      />
      <Button
        variant="default"
        leftSection={ascending ? <IconArrowUp size={18} /> : <IconArrowDown size={18} />}
        onClick={list.toggleOrder}
        aria-label={`Sorted ${ascending ? 'ascending' : 'descending'}: reverse the order`}
      >
        {ascending ? 'Ascending' : 'Descending'}
      </Button>
    </Group>
  );
}
