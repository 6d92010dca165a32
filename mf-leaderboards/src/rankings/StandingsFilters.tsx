import { useDebouncedValue } from '@touchline/ui/base';
import { NativeSelect, Switch, TextInput } from '@touchline/ui/forms';
import { IconSearch } from '@touchline/ui/icons';
import { useEffect, useRef, useState } from 'react';
import {
  type ChangeParams,
  PAGE_SIZES,
  type RankingsParams,
  SEARCH_LENGTH,
  SORTS,
} from '../rankings-params.ts';
import classes from './rankings.module.css';

const SEARCH_DEBOUNCE_MS = 300;

const SORT_OPTIONS = SORTS.flatMap(({ value, label }) => [
  { value: `${value}:desc`, label },
  { value: `${value}:asc`, label: `${label}, lowest first` },
]);

function SearchBox({ search, onChange }: { search: string; onChange: ChangeParams }) {
  const [typed, setTyped] = useState(search);
  const [debounced] = useDebouncedValue(typed, SEARCH_DEBOUNCE_MS);
  const requested = useRef(search);
  useEffect(() => {
    // Our own search, trimmed: leave the field alone, the user may be typing on.
    if (search === requested.current) return;
    // The URL changed for another reason: back, another section, "Clear filters".
    requested.current = search;
    setTyped(search);
  }, [search]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: typing sets the URL, not the other way round
  useEffect(() => {
    if (debounced !== typed || debounced.trim() === search) return;
    requested.current = debounced.trim();
    onChange({ search: requested.current }, { replace: true });
  }, [debounced]);
  return (
    <TextInput
      className={classes.search}
      label="Search"
      placeholder="Team name or wallet"
      type="search"
      maxLength={SEARCH_LENGTH}
      leftSection={<IconSearch size={18} aria-hidden="true" />}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  );
}

/** Search, "Staked Only", sorting and page size (RANK-03 to RANK-06). */
export function StandingsFilters({ params, onChange }: { params: RankingsParams; onChange: ChangeParams }) {
  const sortBy = (choice: string) => {
    const [sort, order] = choice.split(':');
    const chosen = SORTS.find(({ value }) => value === sort);
    if (chosen) onChange({ sort_by: chosen.value, sort_order: order === 'asc' ? 'asc' : 'desc' });
  };
  return (
    <div className={classes.filters}>
      <SearchBox search={params.search} onChange={onChange} />
      <NativeSelect
        label="Sort by"
        data={SORT_OPTIONS}
        value={`${params.sort_by}:${params.sort_order}`}
        onChange={(event) => sortBy(event.currentTarget.value)}
      />
      <NativeSelect
        label="Per page"
        data={PAGE_SIZES.map(String)}
        value={String(params.per_page)}
        onChange={(event) => {
          const size = PAGE_SIZES.find((each) => String(each) === event.currentTarget.value);
          if (size) onChange({ per_page: size });
        }}
      />
      <Switch
        className={classes.staked}
        label="Staked Only"
        checked={params.staked_only}
        onChange={(event) => onChange({ staked_only: event.currentTarget.checked })}
      />
    </div>
  );
}
