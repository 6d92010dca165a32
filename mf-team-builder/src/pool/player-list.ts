import { normaliseSearchText } from '@touchline/rules/search-text';
import type { Position } from '@touchline/rules/squad';
import type { BuilderPlayer } from '../football/builder-players.ts';

/** Maximum number of listed players (BUILD-15). */
export const MAX_LISTED = 50;
/** Default price range in millions (BUILD-17). Both ends are open: 15 means "15 or more", so no player is hidden. */
export const DEFAULT_PRICES: readonly [number, number] = [4, 15];

export type SortKey = 'points' | 'price' | 'form' | 'ownership' | 'name';

export interface ListFilter {
  search: string;
  /** Null for all positions. */
  position: Position | null;
  /** Lowest and highest price in millions, inclusive. */
  prices: readonly [number, number];
  /** Feed id of a club; null for all clubs. */
  club: number | null;
  /** The highest affordable prices in tenths, by position; null for any price. */
  affordable: Readonly<Record<Position, number>> | null;
  /** Codes of the listed players; null for all players. */
  codes: ReadonlySet<number> | null;
  sort: SortKey;
  ascending: boolean;
}

export const DEFAULT_FILTER: ListFilter = {
  search: '',
  position: null,
  prices: DEFAULT_PRICES,
  club: null,
  affordable: null,
  codes: null,
  sort: 'points',
  ascending: false,
};

/** Filters and sorts players; ties are sorted by points, then name. */
export function listPlayers(players: readonly BuilderPlayer[], filter: ListFilter): BuilderPlayer[] {
  const words = normaliseSearchText(filter.search).split(/\s+/).filter(Boolean);
  const [low, high] = toBounds(filter.prices);
  return players
    .filter(
      (player) =>
        (filter.position === null || player.position === filter.position) &&
        player.price >= low &&
        player.price <= high &&
        (filter.club === null || player.team_id === filter.club) &&
        (filter.affordable === null || player.price <= filter.affordable[player.position]) &&
        (filter.codes === null || filter.codes.has(player.code)) &&
        words.every((word) => player.searchText.includes(word)),
    )
    .sort(compareBy(filter));
}

/** Converts the price range to tenths. An end of the range at its limit is open. */
function toBounds([low, high]: ListFilter['prices']): [low: number, high: number] {
  return [
    low <= DEFAULT_PRICES[0] ? 0 : Math.round(low * 10),
    high >= DEFAULT_PRICES[1] ? Number.POSITIVE_INFINITY : Math.round(high * 10),
  ];
}

function compareBy({ sort, ascending }: Pick<ListFilter, 'sort' | 'ascending'>) {
  const direction = ascending ? 1 : -1;
  return (a: BuilderPlayer, b: BuilderPlayer) => {
    const by = sort === 'name' ? a.web_name.localeCompare(b.web_name) : a[sort] - b[sort];
    return by * direction || b.points - a.points || a.web_name.localeCompare(b.web_name) || a.id - b.id;
  };
}
