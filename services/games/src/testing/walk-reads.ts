import { ALL_ENDPOINTS, PLAIN_ENDPOINTS } from '@touchline/api/all-endpoints';
import type { AnyEndpoint } from '@touchline/api/endpoint';
import { PARTICIPATION_COLUMNS } from '@touchline/api/http/admin-entries';
import { adminRequests } from '@touchline/service-kit/testing/admin-requests';
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

/** A response by its visitor and path: status, headers and body. */
export type Walked = Map<string, { status: number; etag: string | null; headers: string[]; body: string }>;

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
  const walked: Walked = new Map();
  for (const [name, wallet] of Object.entries(visitors)) {
    const token = wallet === null ? null : await app.tokens.accessToken(wallet);
    for (const { method, target, body } of listRequests(world)) {
      const response = await fetch(`${app.url}/api${target}`, {
        method,
        headers: {
          'content-type': 'application/json',
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      walked.set(`${name} ${method} ${target}`, {
        status: response.status,
        etag: response.headers.get('etag'),
        headers: [...response.headers].filter(([key]) => !VARYING.has(key)).map((pair) => pair.join(': ')),
        body: (await response.text()).replace(REQUEST_ID, ''),
      });
    }
  }
  return walked;
}

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

/** Sends every administrator's request without an audited effect to the owner of the data; each list in every order. */
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
