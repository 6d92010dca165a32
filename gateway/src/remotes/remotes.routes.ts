import { reportRemote } from '@touchline/api/http/remote-reports';
import { remotes } from '@touchline/api/http/remotes';
import { type Routes, route } from '@touchline/service-kit/route';
import type { Limits } from '../limits/limits.ts';
import type { Registry } from './registry.ts';
import type { RemoteReports } from './remote-reports.ts';
import type { Visitors } from './visitors.ts';

interface RemotesRoutesDeps {
  registry: Registry;
  reports: RemoteReports;
  visitors: Visitors;
  limits: Limits;
}

/** Endpoints for browsers: visible remotes and reports about remotes. */
export function remotesRoutes(
  routes: Routes,
  { registry, reports, visitors, limits }: RemotesRoutesDeps,
): void {
  route(routes, remotes, async ({ user, ctx }) => ({
    remotes: await registry.visible(user?.isAdmin ?? false, visitors.getNumber(ctx)),
  }));
  route(routes, reportRemote, async ({ body, ctx }) => {
    await limits.endpoints.report.take(ctx.ip);
    return { counted: await reports.record(body, ctx.ip) };
  });
}
