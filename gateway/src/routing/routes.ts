/** Who answers a request; app.ts has a handler for each name. */
export type HandlerName =
  | 'fpl-relay'
  | 'games'
  | 'staking'
  | 'live'
  | 'docs'
  | 'endpoints'
  | 'jwks'
  | 'remotes'
  | 'shell';

export interface Route {
  /** This path and everything below it. */
  prefix: string;
  /** Any method unless given; other methods go to the next shorter prefix. */
  method?: 'GET';
  handler: HandlerName;
  /**
   * What every request counts towards. On top of it come the limits that endpoints of packages/api name, those of
   * sign-in (auth/), and the number of open live streams.
   */
  limit: 'address' | 'none';
}

/** Every path of the site. The longest prefix wins, so the order does not matter. A new service is a new line. */
export const ROUTES: readonly Route[] = [
  { prefix: '/api/fpl', handler: 'fpl-relay', limit: 'address' },
  { prefix: '/api/games', handler: 'games', limit: 'address' },
  { prefix: '/api/staking', handler: 'staking', limit: 'address' },
  { prefix: '/api/live', handler: 'live', limit: 'address', method: 'GET' },
  { prefix: '/api/docs', handler: 'docs', limit: 'address' },
  // The gateway's own endpoints: auth, users, config, remotes, openapi.json. Anything else below /api is 404.
  { prefix: '/api', handler: 'endpoints', limit: 'address' },
  { prefix: '/.well-known/jwks.json', handler: 'jwks', limit: 'none' },
  { prefix: '/remotes', handler: 'remotes', limit: 'none' },
  // Files are not limited; the shell counts the pages it serves.
  { prefix: '/', handler: 'shell', limit: 'none' },
];

const LONGEST_FIRST = [...ROUTES].sort((a, b) => b.prefix.length - a.prefix.length);

export function findRoute(method: string, path: string): Route {
  const matches = (route: Route) =>
    covers(route.prefix, path) && (route.method === undefined || route.method === method);
  return LONGEST_FIRST.find(matches) as Route; // the shell's prefix covers every path
}

const covers = (prefix: string, path: string) =>
  prefix === '/' || path === prefix || path.startsWith(`${prefix}/`);
