import type { GameType } from '@touchline/api/http/games';
import { useSearchParams } from '@touchline/host/router';
import { useCallback, useMemo } from 'react';

export const SECTIONS = [
  { value: 'season', label: 'Season', type: 'SEASON' },
  { value: 'weekly', label: 'Weekly', type: 'WEEKLY' },
  { value: 'tournaments', label: 'Tournaments', type: 'TOURNAMENT' },
] as const satisfies readonly { value: string; label: string; type: GameType }[];
export type Section = (typeof SECTIONS)[number]['value'];

/** RANK-03 */
export const PAGE_SIZES = [10, 25, 50, 75, 100] as const;

export const SORTS = [
  { value: 'total_points', label: 'Total Points' },
  { value: 'gameweek_points', label: 'Gameweek Points' },
  { value: 'coefficient', label: 'Coefficient' },
  { value: 'team_value', label: 'Team Value' },
] as const;
export type Sort = (typeof SORTS)[number]['value'];

/** State of the page. Stored in the URL, so that reload, back and shared links restore it. */
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
  /** Id of the entry whose team is previewed. */
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

/** Limit of the server. */
export const SEARCH_LENGTH = 64;

/** Reads the params from the URL. Unknown values fall back to the default. */
export function readParams(url: URLSearchParams): RankingsParams {
  const readChoice = <T extends string | number>(key: string, allowed: readonly T[], fallback: T): T =>
    allowed.find((each) => String(each) === url.get(key)) ?? fallback;
  const page = Number(url.get('page') ?? 1);
  return {
    section: readChoice(
      'section',
      SECTIONS.map(({ value }) => value),
      DEFAULT_PARAMS.section,
    ),
    game: url.get('game'),
    page: Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1,
    per_page: readChoice('per_page', PAGE_SIZES, DEFAULT_PARAMS.per_page),
    search: (url.get('search') ?? '').slice(0, SEARCH_LENGTH),
    staked_only: url.get('staked_only') === 'true',
    sort_by: readChoice(
      'sort_by',
      SORTS.map(({ value }) => value),
      DEFAULT_PARAMS.sort_by,
    ),
    sort_order: readChoice('sort_order', ['asc', 'desc'] as const, DEFAULT_PARAMS.sort_order),
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

/** Params from the URL and functions to change them. Every change except a preview goes back to page 1. */
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
    // Opening adds a history entry, so that going back closes the preview. Closing replaces it.
    // The URL contains the game, because the default game of the section changes.
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
