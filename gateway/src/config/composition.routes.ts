import { config } from '@touchline/api/http/config';
import { remotes } from '@touchline/api/http/remotes';
import { type Routes, route } from '@touchline/service-kit/route';
import type { GatewayEnv } from '../env.ts';
import type { Registry } from '../remotes/registry.ts';
import { publicConfig } from './public-config.ts';

interface CompositionDeps {
  env: GatewayEnv;
  registry: Registry;
  /** Epoch ms. */
  now: () => number;
}

/** What the shell asks at its start. */
export function compositionRoutes(routes: Routes, { env, registry, now }: CompositionDeps): void {
  route(routes, config, async () => publicConfig(env, now()));
  route(routes, remotes, async ({ user }) => ({
    remotes: await registry.visible(user?.isAdmin ?? false),
  }));
}
