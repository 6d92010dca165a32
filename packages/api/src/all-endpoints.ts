import { ZodMiniType, z } from 'zod/mini';
import type { AnyEndpoint, PlainEndpoint } from './endpoint.ts';
import * as adminAudit from './http/admin-audit.ts';
import * as adminControls from './http/admin-controls.ts';
import * as adminEntries from './http/admin-entries.ts';
import * as adminGames from './http/admin-games.ts';
import * as adminMoney from './http/admin-money.ts';
import * as adminOverview from './http/admin-overview.ts';
import * as adminPrizes from './http/admin-prizes.ts';
import * as adminServices from './http/admin-services.ts';
import * as adminStakes from './http/admin-stakes.ts';
import * as auth from './http/auth.ts';
import * as config from './http/config.ts';
import * as documents from './http/documents.ts';
import * as entries from './http/entries.ts';
import * as fpl from './http/fpl.ts';
import * as games from './http/games.ts';
import * as history from './http/history.ts';
import * as leaderboard from './http/leaderboard.ts';
import * as leagueTables from './http/league-tables.ts';
import * as leagues from './http/leagues.ts';
import * as lineups from './http/lineups.ts';
import * as live from './http/live.ts';
import * as nicknames from './http/nicknames.ts';
import * as notifications from './http/notifications.ts';
import * as prizePlans from './http/prize-plans.ts';
import * as prizes from './http/prizes.ts';
import * as releases from './http/releases.ts';
import * as remoteReports from './http/remote-reports.ts';
import * as remotes from './http/remotes.ts';
import * as reservations from './http/reservations.ts';
import * as reserves from './http/reserves.ts';
import * as results from './http/results.ts';
import * as seals from './http/seals.ts';
import * as staking from './http/staking.ts';
import * as teamServices from './http/team-services.ts';
import type { Schema } from './schema.ts';

/** Every file of http/, by name. The API document, its tests and the fuzz tests use this list. */
export const RESOURCES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  auth,
  nicknames,
  fpl,
  games,
  entries,
  lineups,
  history,
  leaderboard,
  leagues,
  'league-tables': leagueTables,
  reservations,
  'prize-plans': prizePlans,
  prizes,
  results,
  reserves,
  seals,
  notifications,
  staking,
  'admin-entries': adminEntries,
  'admin-games': adminGames,
  'admin-stakes': adminStakes,
  'admin-money': adminMoney,
  'admin-prizes': adminPrizes,
  'admin-overview': adminOverview,
  'admin-controls': adminControls,
  'admin-services': adminServices,
  'admin-audit': adminAudit,
  config,
  remotes,
  'remote-reports': remoteReports,
  releases,
  'team-services': teamServices,
  live,
  documents,
};

/** An endpoint with the names of its export and its file. */
export interface NamedEndpoint {
  name: string;
  resource: string;
  endpoint: AnyEndpoint;
}

/** Every endpoint, in the order of the files and their exports. */
export const ALL_ENDPOINTS: readonly NamedEndpoint[] = Object.entries(RESOURCES).flatMap(
  ([resource, exported]) =>
    Object.entries(exported).flatMap(([name, value]) =>
      isEndpoint(value) ? [{ name, resource, endpoint: value }] : [],
    ),
);

/** The query of an endpoint that has none, and rejects every key. */
const NO_QUERY = z.strictObject({});

/** Endpoints that respond without the envelope. */
export const PLAIN_ENDPOINTS: readonly PlainEndpoint[] = [
  {
    name: 'live',
    resource: 'live',
    path: live.LIVE_PATH,
    summary: 'Server-sent events that identify changed data; Last-Event-ID resumes the stream',
    contentType: 'text/event-stream',
    schema: live.liveMessage,
  },
  {
    name: 'resultEntries',
    resource: 'results',
    path: results.RESULT_ENTRIES_PATH,
    summary:
      'Entries of a settled game as NDJSON, by ordinal or rank; `cursor` is the ordinal of the last line read, by rank the number of lines',
    contentType: 'application/x-ndjson',
    params: results.resultEntriesParams,
    query: results.resultEntriesQuery,
    schema: results.resultEntry,
  },
  {
    name: 'reservesCsv',
    resource: 'reserves',
    path: reserves.RESERVES_CSV_PATH,
    summary: 'The reserves as CSV: token, side, kind, address, wei, block, time',
    contentType: 'text/csv',
    query: NO_QUERY,
  },
  {
    name: 'openApi',
    resource: 'documents',
    path: documents.OPENAPI_PATH,
    summary: 'This API document (OpenAPI 3.1)',
    contentType: 'application/json',
    query: NO_QUERY,
  },
  {
    name: 'docs',
    resource: 'documents',
    path: documents.DOCS_PATH,
    summary: 'This API document as a web page',
    contentType: 'text/html',
  },
  {
    name: 'deadlines',
    resource: 'documents',
    path: documents.DEADLINES_PATH,
    summary: 'Deadlines of the season as a calendar (iCalendar)',
    contentType: 'text/calendar',
    query: NO_QUERY,
  },
];

/** All exported schemas, by name. */
export const NAMED_SCHEMAS: readonly { name: string; resource: string; schema: Schema }[] = Object.entries(
  RESOURCES,
).flatMap(([resource, exported]) =>
  Object.entries(exported).flatMap(([name, value]) =>
    value instanceof ZodMiniType ? [{ name, resource, schema: value }] : [],
  ),
);

/** Lists the declared endpoints whose path `within` accepts, sorted, as `GET /games/:id`. */
export function listDeclaredEndpoints(within: (path: string) => boolean = () => true): string[] {
  const plain = PLAIN_ENDPOINTS.map(({ path }) => ({ method: 'GET', path }));
  return [...ALL_ENDPOINTS.map(({ endpoint }) => endpoint), ...plain]
    .filter(({ path }) => within(path))
    .map(({ method, path }) => `${method} ${path}`)
    .sort();
}

function isEndpoint(value: unknown): value is AnyEndpoint {
  return (
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'auth' in value
  );
}
