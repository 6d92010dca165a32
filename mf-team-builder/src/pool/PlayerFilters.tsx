import { POSITIONS, type Position, positionName } from '@touchline/rules/squad';
import { ActionIcon, Group } from '@touchline/ui/base';
import { Tabs } from '@touchline/ui/data';
import { NativeSelect, RangeSlider, TextInput } from '@touchline/ui/forms';
import { IconArrowDown, IconArrowUp, IconSearch } from '@touchline/ui/icons';
import type { ReactNode } from 'react';
import classes from './PlayerFilters.module.css';
import { DEFAULT_PRICES, type ListFilter, type SortKey } from './player-list.ts';

interface PlayerFiltersProps {
  filter: ListFilter;
  onFilter: (filter: ListFilter) => void;
  /** The filtered list. */
  children: ReactNode;
}

const SORTS: readonly { value: SortKey; label: string }[] = [
  { value: 'points', label: 'Points' },
  { value: 'price', label: 'Price' },
  { value: 'form', label: 'Form' },
  { value: 'ownership', label: 'Ownership' },
];
const ALL = 'all';

/** Search, sort, price range and position tabs above the list (BUILD-13, BUILD-14, BUILD-17). */
export function PlayerFilters({ filter, onFilter, children }: PlayerFiltersProps) {
  const change = (part: Partial<ListFilter>) => onFilter({ ...filter, ...part });
  const position = filter.position === null ? ALL : String(filter.position);
  return (
    <>
      <TextInput
        label="Search players"
        placeholder="Name or club"
        type="search"
        leftSection={<IconSearch size={18} />}
        value={filter.search}
        onChange={(event) => change({ search: event.currentTarget.value })}
      />
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <NativeSelect
          className={classes.grow ?? ''}
          label="Sort by"
          data={[...SORTS]}
          value={filter.sort}
          onChange={(event) => change({ sort: event.currentTarget.value as SortKey })}
        />
        <ActionIcon
          variant="default"
          aria-label={filter.ascending ? 'Ascending' : 'Descending'}
          title={filter.ascending ? 'Lowest first' : 'Highest first'}
          onClick={() => change({ ascending: !filter.ascending })}
        >
          {filter.ascending ? <IconArrowUp size={20} /> : <IconArrowDown size={20} />}
        </ActionIcon>
      </Group>
      <PriceRange prices={filter.prices} onPrices={(prices) => change({ prices })} />
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

interface PriceRangeProps {
  prices: ListFilter['prices'];
  onPrices: (prices: ListFilter['prices']) => void;
}

function PriceRange({ prices, onPrices }: PriceRangeProps) {
  const [low, high] = prices;
  const [min, max] = DEFAULT_PRICES;
  return (
    <div className={classes.prices}>
      <div className={classes.pricesHead}>
        <span id="price-range">Price (£m)</span>
        <b>
          {low} to {high}
        </b>
      </div>
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
    </div>
  );
}
