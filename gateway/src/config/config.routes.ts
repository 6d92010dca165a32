import { type Config, config } from '@touchline/api/http/config';
import { type Routes, route } from '@touchline/service-kit/http/route';

/** `read` returns the current configuration. */
export function configRoutes(routes: Routes, read: () => Promise<Config>): void {
  route(routes, config, read);
}
