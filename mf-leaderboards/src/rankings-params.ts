import type { GameType } from '@touchline/api/http/games';
import { useSearchParams } from '@touchline/host/router';
import { useCallback, useMemo } from 'react';

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

/** What the page shows. Kept in the URL, so that reload, back and shared links show the same. */
export interface RankingsParams {
  section: Section;
  /** Null: the section's default game. */
  game: string | null;
  page: number;
  per_page: (typeof PAGE_SIZES)[number];
  search: string;
  staked_only: boolean;
  sort_by: Sort;
  sort_order: 'asc' | 'desc';
  /** The participation whose team is previewed. */
  team: string | null;
}

export const DEFAULT_PARAMS: RankingsParams = {
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

/** The server's limit. */
export const SEARCH_LENGTH = 64;

/** Reads the params from the URL. Unknown values fall back to the default. */
export function readParams(url: URLSearchParams): RankingsParams {
  const oneOf = <T extends string | number>(key: string, allowed: readonly T[], fallback: T): T =>
    allowed.find((each) => String(each) === url.get(key)) ?? fallback;
  const page = Number(url.get('page') ?? 1);
  return {
    section: oneOf(
      'section',
      SECTIONS.map(({ value }) => value),
      DEFAULT_PARAMS.section,
    ),
    game: url.get('game'),
    page: Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1,
    per_page: oneOf('per_page', PAGE_SIZES, DEFAULT_PARAMS.per_page),
    search: (url.get('search') ?? '').slice(0, SEARCH_LENGTH),
    staked_only: url.get('staked_only') === 'true',
    sort_by: oneOf(
      'sort_by',
      SORTS.map(({ value }) => value),
      DEFAULT_PARAMS.sort_by,
    ),
    sort_order: oneOf('sort_order', ['asc', 'desc'] as const, DEFAULT_PARAMS.sort_order),
    team: url.get('team'),
  };
}

/** Writes the params that differ from the default. */
export function writeParams(params: RankingsParams): URLSearchParams {
  const url = new URLSearchParams();
  for (const key of Object.keys(DEFAULT_PARAMS) as (keyof RankingsParams)[]) {
    const value = params[key];
    if (value !== null && value !== DEFAULT_PARAMS[key]) url.set(key, String(value));
  }
  return url;
}

export type ChangeParams = (changes: Partial<RankingsParams>, options?: { replace: boolean }) => void;
/** Opens the preview of a team in a game; null closes it. */
export type PreviewTeam = (participationId: string | null, game: string) => void;

/** The params in the URL, and how to change them. Every change goes back to the first page, except opening a preview. */
export function useRankingsParams(): {
  params: RankingsParams;
  change: ChangeParams;
  previewTeam: PreviewTeam;
} {
  const [url, setUrl] = useSearchParams();
  const params = useMemo(() => readParams(url), [url]);
  const change = useCallback<ChangeParams>(
    (changes, options) =>
      setUrl((now) => writeParams({ ...readParams(now), page: 1, team: null, ...changes }), options),
    [setUrl],
  );
  const previewTeam = useCallback<PreviewTeam>(
    // Going back closes the preview; closing it leaves no history entry to go forward to.
    // The link names the game: the section's default will soon be another one.
    (team, game) =>
      setUrl(
        (now) => writeParams({ ...readParams(now), team, game: team === null ? readParams(now).game : game }),
        {
          replace: team === null,
        },
      ),
    [setUrl],
  );
  return { params, change, previewTeam };
}
