import type { Parsed } from '@touchline/api/endpoint';
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
  getPrizePlan,
  getSettlement,
  listSettlements,
  listUnpaidPrizes,
} from '@touchline/api/http/admin-prizes';
import { adminServices } from '@touchline/api/http/admin-services';
import {
  type AdminStakeDetails,
  getAdminStake,
  listAdminStakes,
  type STAKE_COLUMNS,
} from '@touchline/api/http/admin-stakes';
import { reserves } from '@touchline/api/http/reserves';
import type { Host } from '@touchline/host/host';
import { keepPreviousData, queryOptions } from '@touchline/host/query';

type Api = Host['api'];

/** Prefix of every query key of this remote. */
export const adminKey = () => ['admin'] as const;
const buildKey = (...rest: readonly unknown[]) => [...adminKey(), ...rest] as const;

/** ADMIN-18 */
export const PAGE_SIZE = 20;

/** Page, search and order of a list of records. */
export interface ListParams<C extends string> {
  page: number;
  search: string;
  sortBy: C;
  sortOrder: 'asc' | 'desc';
}

const toQueryString = <C extends string>({ page, search, sortBy, sortOrder }: ListParams<C>) => ({
  page: String(page),
  limit: String(PAGE_SIZE),
  sortBy,
  sortOrder,
  ...(search === '' ? {} : { search }),
});

export type ParticipationColumn = (typeof PARTICIPATION_COLUMNS)[number];
export type StakeColumn = (typeof STAKE_COLUMNS)[number];
export type GameColumn = (typeof GAME_COLUMNS)[number];

/** API-33: time for which a listed page is not requested again, except by "Refresh Points" and after an edit. */
const LIST_FRESH_MS = 5 * 60_000;

export type ParticipationPage = Parsed<(typeof listAdminParticipations)['data']>;

/** One page of participations with their current points. `onResponse` is not called for a page from the cache. */
export const participationsQuery = (
  api: Api,
  params: ListParams<ParticipationColumn>,
  onResponse: (page: ParticipationPage) => void,
) =>
  queryOptions({
    queryKey: buildKey('participations', params),
    queryFn: async ({ signal }) => {
      const query = { ...toQueryString(params), realtime: 'true' as const };
      const page = await api.request(listAdminParticipations, { query, signal });
      onResponse(page);
      return page;
    },
    staleTime: LIST_FRESH_MS,
    placeholderData: keepPreviousData,
  });

export const stakesQuery = (api: Api, params: ListParams<StakeColumn>) =>
  queryOptions({
    queryKey: buildKey('stakes', params),
    queryFn: ({ signal }) => api.request(listAdminStakes, { query: toQueryString(params), signal }),
    placeholderData: keepPreviousData,
  });

export const gamesQuery = (api: Api, params: ListParams<GameColumn>) =>
  queryOptions({
    queryKey: buildKey('games', params),
    queryFn: ({ signal }) => api.request(listAdminGames, { query: toQueryString(params), signal }),
    placeholderData: keepPreviousData,
  });

/** Query for one record with its version. */
export interface RecordQuery<T> {
  queryKey: readonly unknown[];
  queryFn(context: { signal: AbortSignal }): Promise<T>;
}

export const participationQuery = (api: Api, id: string): RecordQuery<AdminParticipationDetails> => ({
  queryKey: buildKey('participation', id),
  queryFn: async ({ signal }) =>
    (await api.request(getAdminParticipation, { params: { id }, signal })).participation,
});

export const stakeQuery = (api: Api, id: string): RecordQuery<AdminStakeDetails> => ({
  queryKey: buildKey('stake', id),
  queryFn: async ({ signal }) => (await api.request(getAdminStake, { params: { id }, signal })).stakingRecord,
});

export const gameQuery = (api: Api, id: string): RecordQuery<AdminGameDetails> => ({
  queryKey: buildKey('game', id),
  queryFn: async ({ signal }) => (await api.request(getAdminGame, { params: { id }, signal })).game,
});

export const statsQuery = (api: Api) =>
  queryOptions({ queryKey: buildKey('stats'), queryFn: ({ signal }) => api.request(adminStats, { signal }) });

/** Polling interval of lists that change without an action of this admin. */
const POLL_MS = 10_000;

export const seriesQuery = (api: Api, per: 'hour' | 'day', last: number) =>
  queryOptions({
    queryKey: buildKey('series', per, last),
    queryFn: ({ signal }) => api.request(adminSeries, { query: { per, last: String(last) }, signal }),
    refetchInterval: 60_000,
    placeholderData: keepPreviousData,
  });

export const healthQuery = (api: Api) =>
  queryOptions({
    queryKey: buildKey('health'),
    queryFn: ({ signal }) => api.request(adminHealth, { signal }),
    staleTime: 0,
    refetchInterval: POLL_MS,
  });

export const remotesQuery = (api: Api) =>
  queryOptions({
    queryKey: buildKey('remotes'),
    queryFn: ({ signal }) => api.request(adminRemotes, { signal }),
  });

export const servicesQuery = (api: Api) =>
  queryOptions({
    queryKey: buildKey('services'),
    queryFn: ({ signal }) => api.request(adminServices, { signal }),
    refetchInterval: POLL_MS,
  });

export const switchesQuery = (api: Api) =>
  queryOptions({
    queryKey: buildKey('switches'),
    queryFn: ({ signal }) => api.request(getSwitches, { signal }),
  });

/** A list is polled, and keeps its rows while its filters change. */
const POLLED_LIST = { staleTime: 0, refetchInterval: POLL_MS, placeholderData: keepPreviousData } as const;

/** Removes filters with an empty value. */
const omitEmpty = (filters: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));

export const auditLogQuery = (api: Api, filters: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: buildKey('audit', filters),
    queryFn: ({ signal }) => api.request(auditLog, { query: omitEmpty(filters), signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

export const payoutsQuery = (api: Api, filters: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: buildKey('payouts', filters),
    queryFn: ({ signal }) => api.request(listPayouts, { query: omitEmpty(filters), signal }),
    ...POLLED_LIST,
  });

/** A payout by its id, in any state; null if it is no longer due because its incoming transfer was removed. */
export const payoutQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: buildKey('payout', id),
    queryFn: async ({ signal }) => {
      const search = id.slice(id.indexOf('.') + 1);
      const { payouts } = await api.request(listPayouts, { query: { search }, signal });
      return payouts.find((payout) => payout.id === id) ?? null;
    },
    staleTime: 0,
    refetchInterval: POLL_MS,
  });

export const paymentsQuery = (api: Api, filters: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: buildKey('payments', filters),
    queryFn: ({ signal }) => api.request(listAdminPayments, { query: omitEmpty(filters), signal }),
    ...POLLED_LIST,
  });

/** Not cached: a form that opens must have the current version. */
export const prizePlanQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: buildKey('prize-plan', id),
    queryFn: async ({ signal }) => (await api.request(getPrizePlan, { params: { id }, signal })).plan,
    staleTime: 0,
    gcTime: 0,
  });

export const settlementsQuery = (api: Api, filters: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: buildKey('settlements', filters),
    queryFn: ({ signal }) => api.request(listSettlements, { query: omitEmpty(filters), signal }),
    ...POLLED_LIST,
  });

/** A settlement with the differences that corrections made. */
export const settlementQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: buildKey('settlement', id),
    queryFn: ({ signal }) => api.request(getSettlement, { params: { id }, signal }),
    staleTime: 0,
    refetchInterval: POLL_MS,
  });

/** A page of the unpaid prizes of a funded settlement. */
export const unpaidPrizesQuery = (api: Api, id: string, after: string) =>
  queryOptions({
    queryKey: buildKey('unpaid-prizes', id, after),
    queryFn: ({ signal }) =>
      api.request(listUnpaidPrizes, { params: { id }, query: omitEmpty({ after }), signal }),
    ...POLLED_LIST,
  });

/** The server computes the reserves at most every 30 seconds. */
export const reservesQuery = (api: Api) =>
  queryOptions({
    queryKey: buildKey('reserves'),
    queryFn: ({ signal }) => api.request(reserves, { signal }),
    refetchInterval: 30_000,
  });
