import {
  type AdminParticipationDetails,
  getAdminParticipation,
  listAdminParticipations,
  type PARTICIPATION_COLUMNS,
} from '@touchline/api/http/admin-entries';
import {
  type AdminGameDetails,
  type GAME_COLUMNS,
  getAdminGame,
  listAdminGames,
} from '@touchline/api/http/admin-games';
import { adminStats } from '@touchline/api/http/admin-overview';
import {
  type AdminStakeDetails,
  getAdminStake,
  listAdminStakes,
  type STAKE_COLUMNS,
} from '@touchline/api/http/admin-stakes';
import type { Host } from '@touchline/host/host';
import { keepPreviousData, queryOptions } from '@touchline/host/query';

type Api = Host['api'];

/** The start of all keys here. */
export const adminKey = () => ['admin'] as const;
const keyOf = (...rest: readonly unknown[]) => [...adminKey(), ...rest] as const;

/** ADMIN-18 */
export const PAGE_SIZE = 20;

/** What a list of records shows. */
export interface ListParams<C extends string> {
  page: number;
  search: string;
  sortBy: C;
  sortOrder: 'asc' | 'desc';
}

const asQuery = <C extends string>({ page, search, sortBy, sortOrder }: ListParams<C>) => ({
  page: String(page),
  limit: String(PAGE_SIZE),
  sortBy,
  sortOrder,
  ...(search === '' ? {} : { search }),
});

export type ParticipationColumn = (typeof PARTICIPATION_COLUMNS)[number];
export type StakeColumn = (typeof STAKE_COLUMNS)[number];
export type GameColumn = (typeof GAME_COLUMNS)[number];

/** A page of participations with the points of now. */
export const participationsOf = (api: Api, params: ListParams<ParticipationColumn>) =>
  queryOptions({
    queryKey: keyOf('participations', params),
    queryFn: ({ signal }) =>
      api.call(listAdminParticipations, { query: { ...asQuery(params), realtime: 'true' }, signal }),
    placeholderData: keepPreviousData,
  });

export const stakesOf = (api: Api, params: ListParams<StakeColumn>) =>
  queryOptions({
    queryKey: keyOf('stakes', params),
    queryFn: ({ signal }) => api.call(listAdminStakes, { query: asQuery(params), signal }),
    placeholderData: keepPreviousData,
  });

export const gamesOf = (api: Api, params: ListParams<GameColumn>) =>
  queryOptions({
    queryKey: keyOf('games', params),
    queryFn: ({ signal }) => api.call(listAdminGames, { query: asQuery(params), signal }),
    placeholderData: keepPreviousData,
  });

/** How one record is read, with its version. */
export interface RecordQuery<T> {
  queryKey: readonly unknown[];
  queryFn(context: { signal: AbortSignal }): Promise<T>;
}

export const participationOf = (api: Api, id: string): RecordQuery<AdminParticipationDetails> => ({
  queryKey: keyOf('participation', id),
  queryFn: async ({ signal }) =>
    (await api.call(getAdminParticipation, { params: { id }, signal })).participation,
});

export const stakeOf = (api: Api, id: string): RecordQuery<AdminStakeDetails> => ({
  queryKey: keyOf('stake', id),
  queryFn: async ({ signal }) => (await api.call(getAdminStake, { params: { id }, signal })).stakingRecord,
});

export const gameOf = (api: Api, id: string): RecordQuery<AdminGameDetails> => ({
  queryKey: keyOf('game', id),
  queryFn: async ({ signal }) => (await api.call(getAdminGame, { params: { id }, signal })).game,
});

export const statsOf = (api: Api) =>
  queryOptions({ queryKey: keyOf('stats'), queryFn: ({ signal }) => api.call(adminStats, { signal }) });
