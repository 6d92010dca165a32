import { ALL_ENDPOINTS, PLAIN_ENDPOINTS } from '@touchline/api/all-endpoints';
import type { AnyEndpoint } from '@touchline/api/endpoint';
import type { RequestType } from '@touchline/api/event';
import * as adminChanges from '@touchline/api/events/admin-changes';
import * as adminServices from '@touchline/api/events/admin-services';
import { PARTICIPATION_COLUMNS } from '@touchline/api/http/admin-entries';
import type { Schema } from '@touchline/api/schema';
import { request } from '@touchline/service-kit/messaging/request';
import { adminRequests } from '@touchline/service-kit/testing/admin-requests';
import {
  RECORDED_AS,
  type RecordedStatement,
  recordStatements,
} from '@touchline/service-kit/testing/record-statements';
import type { GamesApp } from './games-app.ts';

/** Ids with which paths are filled. */
export interface WalkedWorld {
  game: string;
  /** Team of the owner. */
  team: string;
  league: string;
  code: string;
  owner: string;
}

interface Response {
  status: number;
  etag: string | null;
  headers: string[];
  body: string;
}

/** Responses by visitor, method and path, with the statements that the service executed for each. */
export type Walked = Map<string, Response & { statements: readonly RecordedStatement[] }>;

const SERVICE = /^\/(games|leagues|notifications|results|prizes|reserves)(\/|\.|$)/;
const SEARCHES = ['Player138', 'Player139', '138', '139', '3-4-3'];

/**
 * Reads every declared endpoint of the service that has no side effect, and its changes of the owner's team, as each visitor, who is not
 * the owner. New endpoints are read too.
 * @param visitors wallets by name; null for a guest
 */
export async function walkReads(
  app: Pick<GamesApp, 'url' | 'tokens'>,
  world: WalkedWorld,
  visitors: Readonly<Record<string, string | null>>,
): Promise<Walked> {
  const responses = new Map<string, Response>();
  // Loads the standings into memory, so that no recorded request has to.
  await fetch(`${app.url}/api/games/${world.game}/leaderboard`);
  const recording = recordStatements();
  for (const [name, wallet] of Object.entries(visitors)) {
    const token = wallet === null ? null : await app.tokens.accessToken(wallet);
    for (const { method, target, body } of listRequests(world)) {
      const request = `${name} ${method} ${target}`;
      const response = await fetch(`${app.url}/api${target}`, {
        method,
        headers: {
          [RECORDED_AS]: request,
          'content-type': 'application/json',
          // Compressed sizes depend on random values, such as commitments.
          'accept-encoding': 'identity',
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      responses.set(request, {
        status: response.status,
        etag: response.headers.get('etag'),
        headers: [...response.headers].filter(([key]) => !VARYING.has(key)).map((pair) => pair.join(': ')),
        body: (await response.text()).replace(REQUEST_ID, ''),
      });
    }
  }
  const recorded = recording.stop();
  return new Map(
    [...responses].map(([request, response]) => [
      request,
      { ...response, statements: (recorded.get(request) ?? []).toSorted(compareStatements) },
    ]),
  );
}

/** Compares the texts, because the order of concurrent statements depends on the connections of the pool. */
const compareStatements = (a: RecordedStatement, b: RecordedStatement) =>
  a.text.localeCompare(b.text) || a.rows - b.rows || a.bytes - b.bytes;

const GAMES_REQUEST = /^request\.admin\.games\.(?!health)/;
const VARYING = new Set(['date', 'x-request-id', 'etag']);
const REQUEST_ID = /"request_id":"[^"]*"/;

function listRequests(world: WalkedWorld) {
  const declared = ALL_ENDPOINTS.map(({ endpoint }) => endpoint).filter(
    ({ path, auth }) => auth !== 'admin' && SERVICE.test(path),
  );
  const reads = [...declared.filter(({ method }) => method === 'GET'), ...PLAIN_ENDPOINTS]
    .filter(({ path }) => SERVICE.test(path))
    .map(({ path }) => ({ method: 'GET', target: fill(path, world), body: undefined }));
  const changes = declared
    .filter(({ method, path }) => method !== 'GET' && path.includes('/participations/:id'))
    .map(({ method, path }) => ({ method, target: fill(path, world), body: { team_name: 'Other' } }));
  const searches = SEARCHES.map((text) => `/games/${world.game}/leaderboard?search=${text}`);
  return [...reads, ...changes, ...searches.map((target) => ({ method: 'GET', target, body: undefined }))];
}

/** @throws Error for a parameter without a value, so that a new path gets one */
function fill(path: string, { game, team, league, code, owner }: WalkedWorld): string {
  const id = path.includes('/participations/') ? team : path.startsWith('/leagues') ? league : game;
  const values: Record<string, string> = { id, participation_id: team, wallet: owner, gameweek: '1', code };
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${path}: no value for ${name}`);
    return value;
  });
}

type AnyRequest = RequestType<Schema, Schema>;
/** Replies from which other services build their endpoints. Those about health are left out: they have the time of the reply. */
const REQUESTS = [adminServices, adminChanges]
  .flatMap((events): { subject: string }[] => Object.values(events))
  .filter((type): type is AnyRequest => 'request' in type && GAMES_REQUEST.test(type.subject));

/**
 * Sends every request of the other services: those of administrators without an audited effect, each list in every order, and those
 * that are part of an endpoint of another service.
 */
export async function walkAdministration(
  app: Pick<GamesApp, 'feed'>,
  { game, team }: WalkedWorld,
  admin: string,
): Promise<Map<string, string>> {
  const send = adminRequests(() => app.feed.bus, 'games', admin) as unknown as (
    endpoint: AnyEndpoint,
    input: object,
  ) => Promise<unknown>;
  const walked = new Map<string, string>();
  const input = { per: 'day', from: new Date(0).toISOString(), position: 0, limit: 500 };
  for (const type of REQUESTS) {
    const text = JSON.stringify(await request(app.feed.bus, type, input));
    walked.set(type.subject, text);
  }
  const reads = ALL_ENDPOINTS.map(({ endpoint }) => endpoint).filter(
    ({ method, owner }) => method === 'GET' && [owner].flat().includes('games'),
  );
  for (const endpoint of reads) {
    const isEntries = endpoint.path.includes('game-participations');
    const params = endpoint.path.includes(':') ? { params: { id: isEntries ? team : game } } : {};
    const orders = PARTICIPATION_COLUMNS.filter((column) => !SUMS.has(column));
    const queries =
      isEntries && !endpoint.path.includes(':')
        ? [...orders.map((sortBy) => ({ sortBy })), ...SEARCHES.map((search) => ({ search }))]
        : [{}];
    for (const query of queries) {
      const text = await send(endpoint, { ...params, query }).then(
        JSON.stringify,
        (error: Error) => error.message,
      );
      walked.set(`${endpoint.path} ${JSON.stringify(query)}`, text.replace(SUM, ''));
    }
  }
  return walked;
}

/** Administrators see entry points and correct them: a sum over the eleven, not a player (game rules 10.10). */
const SUMS: ReadonlySet<string> = new Set(['entry_points', 'current_points']);
const SUM = /"(entry|current)_points":\d+,?/g;
