import type { GameType } from '@touchline/api/http/games';

export const SECTIONS = [
  { value: 'season', label: 'Season', type: 'SEASON' },
  { value: 'weekly', label: 'Weekly', type: 'WEEKLY' },
  { value: 'tournaments', label: 'Tournaments', type: 'TOURNAMENT' },
] as const satisfies readonly { value: string; label: string; type: GameType }[];
export type Section = (typeof SECTIONS)[number]['value'];

/** RANK-03. */
export const PAGE_SIZES = [10, 25, 50, 75, 100] as const;

export const SORTS = [
  { value: 'total_points', label: 'Total Points' },
  { value: 'gameweek_points', label: 'Gameweek Points' },
  { value: 'coefficient', label: 'Coefficient' },
  { value: 'team_value', label: 'Team Value' },
] as const;
export type Sort = (typeof SORTS)[number]['value'];

/** What the page shows; lives in the address, so that reload, back and a sent link lead to the same. */
export interface RankingsView {
  section: Section;
  /** Null: the section's default game, whichever that is at the moment. */
  game: string | null;
  page: number;
  per_page: (typeof PAGE_SIZES)[number];
  search: string;
  staked_only: boolean;
  sort_by: Sort;
  sort_order: 'asc' | 'desc';
  /** The participation whose team is looked at. */
  team: string | null;
}

export const DEFAULT_VIEW: RankingsView = {
  section: 'weekly',
  game: null,
  page: 1,
  per_page: 50,
  search: '',
  staked_only: false,
  sort_by: 'total_points',
  sort_order: 'desc',
  team: null,
};

/** As much as the server takes. */
export const SEARCH_LENGTH = 64;

/** Reads the address; whatever is not understood is the default. */
export function readView(address: URLSearchParams): RankingsView {
  const one = <T extends string | number>(key: string, allowed: readonly T[], fallback: T): T =>
    allowed.find((each) => String(each) === address.get(key)) ?? fallback;
  const page = Number(address.get('page') ?? 1);
  return {
    section: one(
      'section',
      SECTIONS.map(({ value }) => value),
      DEFAULT_VIEW.section,
    ),
    game: address.get('game'),
    page: Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1,
    per_page: one('per_page', PAGE_SIZES, DEFAULT_VIEW.per_page),
    search: (address.get('search') ?? '').slice(0, SEARCH_LENGTH),
    staked_only: address.get('staked_only') === 'true',
    sort_by: one(
      'sort_by',
      SORTS.map(({ value }) => value),
      DEFAULT_VIEW.sort_by,
    ),
    sort_order: one('sort_order', ['asc', 'desc'] as const, DEFAULT_VIEW.sort_order),
    team: address.get('team'),
  };
}

/** The address of a view: only what differs from the default. */
export function writeView(view: RankingsView): URLSearchParams {
  const address = new URLSearchParams();
  for (const key of Object.keys(DEFAULT_VIEW) as (keyof RankingsView)[]) {
    const value = view[key];
    if (value !== null && value !== DEFAULT_VIEW[key]) address.set(key, String(value));
  }
  return address;
}
