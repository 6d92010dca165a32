import { Button, useDebouncedValue } from '@touchline/ui/base';
import { NativeSelect, Switch, TextInput } from '@touchline/ui/forms';
import { IconAdjustmentsHorizontal, IconSearch } from '@touchline/ui/icons';
import { type ReactNode, useEffect, useRef, useState } from 'react';
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
    // This is the search that this field requested, trimmed. The user may still be typing, so the text is kept.
    if (search === requested.current) return;
    // The URL was changed elsewhere: by going back, another section or "Clear filters".
    requested.current = search;
    setTyped(search);
  }, [search]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing sets the URL
  useEffect(() => {
    if (debounced !== typed || debounced.trim() === search) return;
    requested.current = debounced.trim();
    onChange({ search: requested.current }, { replace: true });
  }, [debounced]);
  return (
    <TextInput
      className={classes.search}
      classNames={{ label: classes.filterLabel ?? '' }}
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

interface LeaderboardFiltersProps {
  params: RankingsParams;
  onChange: ChangeParams;
  /** Content next to the filter button. */
  children: ReactNode;
}

/** Search, "Staked Only", sorting and page size (RANK-03 to RANK-06). On a phone a button expands them. */
export function LeaderboardFilters({ params, onChange, children }: LeaderboardFiltersProps) {
  const activeFilters = Number(params.search !== '') + Number(params.staked_only);
  const [open, setOpen] = useState(activeFilters > 0);
  const sortBy = (choice: string) => {
    const [sort, order] = choice.split(':');
    const chosen = SORTS.find(({ value }) => value === sort);
    if (chosen) onChange({ sort_by: chosen.value, sort_order: order === 'asc' ? 'asc' : 'desc' });
  };
  return (
    <div className={classes.tools}>
      <div className={classes.statusRow}>
        {children}
        <Button
          flex="none"
          hiddenFrom="sm"
          variant="default"
          aria-expanded={open}
          aria-controls="leaderboard-filters"
          leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden="true" />}
          onClick={() => setOpen(!open)}
        >
          {activeFilters > 0 ? `Filter (${activeFilters})` : 'Filter'}
        </Button>
      </div>
      <Fields params={params} onChange={onChange} sortBy={sortBy} open={open} />
    </div>
  );
}

interface FieldsProps extends Omit<LeaderboardFiltersProps, 'children'> {
  sortBy: (choice: string) => void;
  /** True while the fields are expanded on a phone. */
  open: boolean;
}

function Fields({ params, onChange, sortBy, open }: FieldsProps) {
  const hiddenLabel = { classNames: { label: classes.filterLabel ?? '' } };
  return (
    <div className={classes.filters} id="leaderboard-filters" data-open={open || undefined}>
      <SearchBox search={params.search} onChange={onChange} />
      <NativeSelect
        {...hiddenLabel}
        label="Sort by"
        data={SORT_OPTIONS}
        value={`${params.sort_by}:${params.sort_order}`}
        onChange={(event) => sortBy(event.currentTarget.value)}
      />
      <NativeSelect
        {...hiddenLabel}
        label="Per page"
        data={PAGE_SIZES.map((size) => ({ value: String(size), label: `${size} per page` }))}
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
