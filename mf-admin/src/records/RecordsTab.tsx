import { ActionIcon, Badge, Button, Group, Stack } from '@touchline/ui/base';
import { NativeSelect } from '@touchline/ui/forms';
import { IconArrowDown, IconArrowUp, IconEye, IconPencil } from '@touchline/ui/icons';
import { type ComponentProps, type ReactNode, useEffect } from 'react';
import { AdminTable, type Column } from '../components/AdminTable.tsx';
import { Loaded } from '../components/Loaded.tsx';
import { SearchBox } from '../components/SearchBox.tsx';
import { useKeptState } from '../components/use-kept-state.ts';
import { formatNumber } from '../format.ts';
import { countPages, Pager } from './Pager.tsx';
import type { DialogMode, DialogState, OpenRecord } from './RecordDialog.tsx';
import classes from './records.module.css';
import type { ListState } from './use-list.ts';

interface RecordsTabProps<Row extends { id: string }, C extends string, Data extends { total: number }> {
  /** Plural noun, lower case: "game participations". */
  noun: string;
  placeholder: string;
  columns: readonly Column<Row, C>[];
  /** Heading of the column that identifies a row. */
  fixed: string;
  /** Sort orders without a column. */
  otherSorts?: readonly { value: C; label: string }[];
  list: ListState<C>;
  query: ComponentProps<typeof Loaded<Data>>['query'];
  getRows(data: Data): readonly Row[];
  /** Accessible name of a row: "Onion Bag". */
  getName(row: Row): string;
  empty: ReactNode;
  /** Shown while the first page loads, instead of a skeleton. */
  loading?: ReactNode;
  /** Noun at the end of the pager's text. */
  unit?: string;
  /** Renders the dialog of the records. */
  dialog(state: DialogState): ReactNode;
}

/** List with search, sorting, pages and its total; its rows open a dialog. */
export function RecordsTab<Row extends { id: string }, C extends string, Data extends { total: number }>(
  props: RecordsTabProps<Row, C, Data>,
) {
  const { noun, columns, fixed, list, query, getRows, getName, empty, loading, unit = 'results' } = props;
  const [open, onOpen] = useKeptState<OpenRecord | null>(`open dialog of ${noun}`, null);
  useClamp(list, query);
  const actions: Column<Row, C> = [
    'Actions',
    (row) => <RowActions name={getName(row)} onOpen={(mode) => onOpen({ id: row.id, mode })} />,
  ];
  return (
    <Stack gap="0.875rem" pt="md">
      <Controls {...props} />
      <Loaded query={query} what={noun} placeholder={loading}>
        {(data) => (
          <>
            {getRows(data).length === 0 ? (
              <div className={classes.empty}>{empty}</div>
            ) : (
              <div className={classes.frame}>
                <AdminTable
                  label={`Table of ${noun}`}
                  columns={[...columns, actions]}
                  fixed={fixed}
                  rows={getRows(data)}
                  getRowKey={({ id }) => id}
                  list={list}
                  isLoading={query.isPlaceholderData}
                />
              </div>
            )}
            <Pager page={list.params.page} total={data.total} unit={unit} onPage={list.goTo} />
          </>
        )}
      </Loaded>
      {props.dialog({ open, onOpen })}
    </Stack>
  );
}

/** Buttons of a row. The third one of ADMIN-10, which closes the dialog, is in the dialog: the dialog covers the rows. */
function RowActions({ name, onOpen }: { name: string; onOpen(mode: DialogMode): void }) {
  return (
    <Group gap={2} wrap="nowrap">
      <ActionIcon onClick={() => onOpen('view')} aria-label={`View ${name}`} title="View">
        <IconEye size={18} />
      </ActionIcon>
      <ActionIcon onClick={() => onOpen('edit')} aria-label={`Edit ${name}`} title="Edit">
        <IconPencil size={18} />
      </ActionIcon>
    </Group>
  );
}

/** Goes to the last page when the current one no longer exists because rows were removed. */
function useClamp<C extends string>(
  { params, goTo }: ListState<C>,
  { data, isPlaceholderData }: RecordsTabProps<{ id: string }, C, { total: number }>['query'],
): void {
  const last = data === undefined || isPlaceholderData ? null : countPages(data.total);
  const isPastEnd = last !== null && params.page > last;
  useEffect(() => {
    if (isPastEnd) goTo(last);
  });
}

function Controls<Row extends { id: string }, C extends string, Data extends { total: number }>(
  props: RecordsTabProps<Row, C, Data>,
) {
  const { noun, placeholder, columns, otherSorts = [], list, query } = props;
  const { sortBy, sortOrder } = list.params;
  const ascending = sortOrder === 'asc';
  const sorts = [...columns.flatMap(([label, , value]) => (value ? { value, label } : [])), ...otherSorts];
  return (
    <Group gap="xs">
      <Badge size="lg" color="info" flex="none">
        {query.data ? formatNumber(query.data.total) : '…'} total
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
