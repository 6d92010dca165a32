import { type Config, config } from '@touchline/api/http/config';
import { type Routes, route } from '@touchline/service-kit/route';

/** `read` answers the settings of this moment. */
export function configRoutes(routes: Routes, read: () => Promise<Config>): void {
  route(routes, config, read);
}
