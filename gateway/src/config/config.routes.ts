import { config } from '@touchline/api/http/config';
import type { Bus } from '@touchline/service-kit/bus';
import { type Routes, route } from '@touchline/service-kit/route';
import type { GatewayEnv } from '../env.ts';
import { createFeatures } from './features.ts';
import { publicConfig } from './public-config.ts';

/** `now` is epoch ms. */
export function configRoutes(routes: Routes, bus: Bus, env: GatewayEnv, now: () => number): void {
  const features = createFeatures(bus, env);
  route(routes, config, async () => publicConfig(env, await features(), now()));
}
