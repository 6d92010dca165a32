import { remotes } from '@touchline/api/http/remotes';
import { type Routes, route } from '@touchline/service-kit/route';
import type { Registry } from './registry.ts';

export function remotesRoutes(routes: Routes, registry: Registry): void {
  route(routes, remotes, async ({ user }) => ({ remotes: await registry.visible(user?.isAdmin ?? false) }));
}
