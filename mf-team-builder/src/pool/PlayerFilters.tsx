import { POSITIONS, type Position, positionName } from '@touchline/rules/squad';
import { ActionIcon, Button, Group, Stack } from '@touchline/ui/base';
import { NativeSelect, Switch, TextInput } from '@touchline/ui/forms';
import { IconAdjustmentsHorizontal, IconArrowDown, IconArrowUp, IconSearch } from '@touchline/ui/icons';
import { RangeSlider, Tabs } from '@touchline/ui/pickers';
import { type ReactNode, useMemo, useState } from 'react';
import { useBuilder } from '../draft/builder-context.ts';
import classes from './PlayerFilters.module.css';
import { DEFAULT_PRICES, type ListFilter, type SortKey } from './player-list.ts';

/** The filter as chosen by the user. The affordable prices depend on the team, the codes on the watchlist. */
export type ChosenFilter = Omit<ListFilter, 'affordable' | 'codes'> & {
  affordable: boolean;
  watched: boolean;
};

interface PlayerFiltersProps {
  filter: ChosenFilter;
  onFilter: (filter: ChosenFilter) => void;
  /** The filtered list. */
  children: ReactNode;
}

type Change = (changes: Partial<ChosenFilter>) => void;

const SORTS: readonly { value: SortKey; label: string }[] = [
  { value: 'points', label: 'Points' },
  { value: 'price', label: 'Price' },
  { value: 'form', label: 'Form' },
  { value: 'ownership', label: 'Ownership' },
];
const ALL = 'all';

/** Search, sort, club, price range and position tabs above the list (BUILD-13, BUILD-14, BUILD-17). */
export function PlayerFilters({ filter, onFilter, children }: PlayerFiltersProps) {
  const [open, setOpen] = useState(false);
  const change: Change = (changes) => onFilter({ ...filter, ...changes });
  const position = filter.position === null ? ALL : String(filter.position);
  return (
    <>
      <div className={classes.search}>
        <TextInput
          aria-label="Search players"
          placeholder="Search by name or club"
          type="search"
          leftSection={<IconSearch size={18} />}
          value={filter.search}
          onChange={(event) => change({ search: event.currentTarget.value })}
        />
        <Button
          className={classes.toggle ?? ''}
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={18} />}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          Filter
        </Button>
      </div>
      <div className={classes.more} data-open={open || undefined}>
        <SortAndClub filter={filter} onChange={change} />
        <PriceRange prices={filter.prices} onPrices={(prices) => change({ prices })} />
        <Switch
          label="Affordable only"
          checked={filter.affordable}
          onChange={(event) => change({ affordable: event.currentTarget.checked })}
        />
        <Switch
          label="Watched only"
          checked={filter.watched}
          onChange={(event) => change({ watched: event.currentTarget.checked })}
        />
      </div>
      <Tabs
        value={position}
        variant="pills"
        onChange={(tab) =>
          change({ position: tab === ALL || tab === null ? null : (Number(tab) as Position) })
        }
      >
        <Tabs.List aria-label="Position" grow className={classes.tabs ?? ''}>
          <Tabs.Tab value={ALL}>All</Tabs.Tab>
          {POSITIONS.map((each) => (
            <Tabs.Tab key={each} value={String(each)}>
              {positionName(each)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={position}>{children}</Tabs.Panel>
      </Tabs>
    </>
  );
}

function SortAndClub({ filter, onChange }: { filter: ChosenFilter; onChange: Change }) {
  const { players } = useBuilder();
  const clubs = useMemo(() => {
    const names = new Map(players.map((player) => [player.team_id, player.club_name]));
    return [...names]
      .sort(([, a], [, b]) => a.localeCompare(b))
      .map(([id, label]) => ({ value: String(id), label }));
  }, [players]);
  return (
    <div className={classes.choices}>
      <NativeSelect
        label="Sort by"
        data={[...SORTS]}
        value={filter.sort}
        onChange={(event) => onChange({ sort: event.currentTarget.value as SortKey })}
      />
      <ActionIcon
        variant="default"
        aria-label={filter.ascending ? 'Ascending' : 'Descending'}
        title={filter.ascending ? 'Lowest first' : 'Highest first'}
        onClick={() => onChange({ ascending: !filter.ascending })}
      >
        {filter.ascending ? <IconArrowUp size={20} /> : <IconArrowDown size={20} />}
      </ActionIcon>
      <NativeSelect
        label="Club"
        data={[{ value: '', label: 'All clubs' }, ...clubs]}
        value={filter.club ?? ''}
        onChange={(event) => onChange({ club: Number(event.currentTarget.value) || null })}
      />
    </div>
  );
}

interface PriceRangeProps {
  prices: ListFilter['prices'];
  onPrices: (prices: ListFilter['prices']) => void;
}

function PriceRange({ prices, onPrices }: PriceRangeProps) {
  const [low, high] = prices;
  const [min, max] = DEFAULT_PRICES;
  return (
    <Stack gap={8} px={4} mb={4}>
      <Group justify="space-between" fz="0.9375rem" fw={500}>
        <span id="price-range">Price (£m)</span>
        <b className="tl-figures">
          {low} to {high}
        </b>
      </Group>
      <RangeSlider
        aria-labelledby="price-range"
        thumbFromLabel="Lowest price"
        thumbToLabel="Highest price"
        min={min}
        max={max}
        step={0.5}
        minRange={0}
        label={null}
        value={[low, high]}
        onChange={onPrices}
      />
    </Stack>
  );
}
