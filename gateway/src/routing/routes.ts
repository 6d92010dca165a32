/** Who answers a request; app.ts has a handler for each name. */
export type HandlerName =
  | 'fpl-relay'
  | 'games'
  | 'staking'
  | 'admin'
  | 'live'
  | 'docs'
  | 'demo'
  | 'endpoints'
  | 'jwks'
  | 'remotes'
  | 'share'
  | 'shell';

export interface Route {
  /** This path and, unless `exact`, everything below it. */
  prefix: string;
  exact?: true;
  /** Any method unless given. */
  method?: 'GET';
  handler: HandlerName;
  /**
   * What every request counts towards. On top of it come the limits that endpoints of packages/api name, those of
   * sign-in (auth/), and the number of open live streams.
   */
  limit: 'address' | 'files';
}

/** Every path of the site. Of the routes that match the longest prefix wins. A new service is a new line. */
export const ROUTES: readonly Route[] = [
  { prefix: '/api/fpl', handler: 'fpl-relay', limit: 'address' },
  { prefix: '/api/games', handler: 'games', limit: 'address' },
  { prefix: '/api/staking', handler: 'staking', limit: 'address' },
  { prefix: '/api/admin', handler: 'admin', limit: 'address' },
  { prefix: '/api/live', handler: 'live', limit: 'address', method: 'GET', exact: true },
  { prefix: '/api/docs', handler: 'docs', limit: 'address' },
  // 404 unless the season replay is there.
  { prefix: '/api/demo/replay', handler: 'demo', limit: 'address' },
  // The gateway's own endpoints: auth, users, config, remotes, openapi.json. Anything else below /api is 404.
  { prefix: '/api', handler: 'endpoints', limit: 'address' },
  { prefix: '/.well-known/jwks.json', handler: 'jwks', limit: 'files', exact: true },
  { prefix: '/remotes', handler: 'remotes', limit: 'files' },
  // Pictures of teams and games, which links to them show.
  { prefix: '/share', handler: 'share', limit: 'files', method: 'GET' },
  // Paths in any other spelling end here too. On top of this limit the shell counts the pages it serves per address.
  { prefix: '/', handler: 'shell', limit: 'files' },
];

const LONGEST_FIRST = [...ROUTES]
  .sort((a, b) => b.prefix.length - a.prefix.length)
  .map((route) => ({ route, below: route.prefix === '/' ? '/' : `${route.prefix}/` }));

export function findRoute(method: string, path: string): Route {
  for (const { route, below } of LONGEST_FIRST) {
    const isHere = path === route.prefix || (!route.exact && path.startsWith(below));
    if (isHere && (route.method === undefined || route.method === method)) return route;
  }
  throw new Error(`no route for ${path}`); // the shell's matches every path
}
