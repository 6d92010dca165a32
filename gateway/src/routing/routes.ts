/** The services behind the gateway, by the name in their SERVICE_..._URL variable. */
export type ServiceName = 'fpl-relay' | 'games' | 'staking';

/** The one routing table: which service answers which paths of the API. A new service is a new line. */
export const ROUTES: readonly { prefix: string; service: ServiceName }[] = [
  { prefix: '/api/fpl', service: 'fpl-relay' },
  { prefix: '/api/games', service: 'games' },
  { prefix: '/api/staking', service: 'staking' },
];

/** The service that answers a path, or null. */
export function serviceFor(path: string): ServiceName | null {
  const route = ROUTES.find(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`));
  return route?.service ?? null;
}
