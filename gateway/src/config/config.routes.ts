import { config } from '@touchline/api/http/config';
import { type Routes, route } from '@touchline/service-kit/route';
import type { GatewayEnv } from '../env.ts';
import { publicConfig } from './public-config.ts';

/** `now` is epoch ms. */
export function configRoutes(routes: Routes, env: GatewayEnv, now: () => number): void {
  route(routes, config, async () => publicConfig(env, now()));
}
