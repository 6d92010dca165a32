import { auditLog } from '@touchline/api/http/admin-audit';
import { getSwitches } from '@touchline/api/http/admin-controls';
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
import { listAdminPayments, listPayouts } from '@touchline/api/http/admin-money';
import { adminHealth, adminRemotes, adminSeries, adminStats } from '@touchline/api/http/admin-overview';
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
      api.request(listAdminParticipations, { query: { ...asQuery(params), realtime: 'true' }, signal }),
    placeholderData: keepPreviousData,
  });

export const stakesOf = (api: Api, params: ListParams<StakeColumn>) =>
  queryOptions({
    queryKey: keyOf('stakes', params),
    queryFn: ({ signal }) => api.request(listAdminStakes, { query: asQuery(params), signal }),
    placeholderData: keepPreviousData,
  });

export const gamesOf = (api: Api, params: ListParams<GameColumn>) =>
  queryOptions({
    queryKey: keyOf('games', params),
    queryFn: ({ signal }) => api.request(listAdminGames, { query: asQuery(params), signal }),
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
    (await api.request(getAdminParticipation, { params: { id }, signal })).participation,
});

export const stakeOf = (api: Api, id: string): RecordQuery<AdminStakeDetails> => ({
  queryKey: keyOf('stake', id),
  queryFn: async ({ signal }) => (await api.request(getAdminStake, { params: { id }, signal })).stakingRecord,
});

export const gameOf = (api: Api, id: string): RecordQuery<AdminGameDetails> => ({
  queryKey: keyOf('game', id),
  queryFn: async ({ signal }) => (await api.request(getAdminGame, { params: { id }, signal })).game,
});

export const statsOf = (api: Api) =>
  queryOptions({ queryKey: keyOf('stats'), queryFn: ({ signal }) => api.request(adminStats, { signal }) });

/** How often lists are read that change without a change by this admin. */
const LIVE_MS = 10_000;

export const seriesOf = (api: Api, per: 'hour' | 'day', last: number) =>
  queryOptions({
    queryKey: keyOf('series', per, last),
    queryFn: ({ signal }) => api.request(adminSeries, { query: { per, last: String(last) }, signal }),
    refetchInterval: 60_000,
    placeholderData: keepPreviousData,
  });

export const healthOf = (api: Api) =>
  queryOptions({
    queryKey: keyOf('health'),
    queryFn: ({ signal }) => api.request(adminHealth, { signal }),
    staleTime: 0,
    refetchInterval: LIVE_MS,
  });

export const remotesOf = (api: Api) =>
  queryOptions({
    queryKey: keyOf('remotes'),
    queryFn: ({ signal }) => api.request(adminRemotes, { signal }),
  });

export const switchesOf = (api: Api) =>
  queryOptions({
    queryKey: keyOf('switches'),
    queryFn: ({ signal }) => api.request(getSwitches, { signal }),
  });

/** The filters of a list by cursor; empty texts are not sent. */
const filled = (filters: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));

export const auditOf = (api: Api, filters: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: keyOf('audit', filters),
    queryFn: ({ signal }) => api.request(auditLog, { query: filled(filters), signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

export const payoutsOf = (api: Api, filters: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: keyOf('payouts', filters),
    queryFn: ({ signal }) => api.request(listPayouts, { query: filled(filters), signal }),
    staleTime: 0,
    refetchInterval: LIVE_MS,
    placeholderData: keepPreviousData,
  });

export const paymentsOf = (api: Api, filters: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: keyOf('payments', filters),
    queryFn: ({ signal }) => api.request(listAdminPayments, { query: filled(filters), signal }),
    staleTime: 0,
    refetchInterval: LIVE_MS,
    placeholderData: keepPreviousData,
  });
