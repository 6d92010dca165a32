import { useDebouncedValue } from '@touchline/ui/base';
import { NativeSelect, Switch, TextInput } from '@touchline/ui/forms';
import { IconSearch } from '@touchline/ui/icons';
import { useEffect, useRef, useState } from 'react';
import classes from './rankings.module.css';
import { PAGE_SIZES, type RankingsView, SEARCH_LENGTH, SORTS } from './rankings-view.ts';
import type { ChangeView } from './use-rankings-view.ts';

const SEARCH_WAIT_MS = 300;

const SORT_OPTIONS = SORTS.flatMap(({ value, label }) => [
  { value: `${value}:desc`, label },
  { value: `${value}:asc`, label: `${label}, lowest first` },
]);

function SearchBox({ search, onChange }: { search: string; onChange: ChangeView }) {
  const [typed, setTyped] = useState(search);
  const [settled] = useDebouncedValue(typed, SEARCH_WAIT_MS);
  const asked = useRef(search);
  useEffect(() => {
    // What was asked comes back without the space after it, perhaps while one types on: the field stays as it is.
    if (search === asked.current) return;
    // The address changed without typing: back, another section, "Clear filters".
    asked.current = search;
    setTyped(search);
  }, [search]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed sets the address, not the other way round
  useEffect(() => {
    if (settled !== typed || settled.trim() === search) return;
    asked.current = settled.trim();
    onChange({ search: asked.current }, { replace: true });
  }, [settled]);
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
export function StandingsFilters({ view, onChange }: { view: RankingsView; onChange: ChangeView }) {
  const sortBy = (choice: string) => {
    const [sort, order] = choice.split(':');
    const chosen = SORTS.find(({ value }) => value === sort);
    if (chosen) onChange({ sort_by: chosen.value, sort_order: order === 'asc' ? 'asc' : 'desc' });
  };
  return (
    <div className={classes.filters}>
      <SearchBox search={view.search} onChange={onChange} />
      <NativeSelect
        label="Sort by"
        data={SORT_OPTIONS}
        value={`${view.sort_by}:${view.sort_order}`}
        onChange={(event) => sortBy(event.currentTarget.value)}
      />
      <NativeSelect
        label="Per page"
        data={PAGE_SIZES.map(String)}
        value={String(view.per_page)}
        onChange={(event) => {
          const size = PAGE_SIZES.find((each) => String(each) === event.currentTarget.value);
          if (size) onChange({ per_page: size });
        }}
      />
      <Switch
        className={classes.staked}
        label="Staked Only"
        checked={view.staked_only}
        onChange={(event) => onChange({ staked_only: event.currentTarget.checked })}
      />
    </div>
  );
}
