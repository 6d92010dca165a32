import type { User } from '@touchline/api/http/auth';
import { reportRemote } from '@touchline/api/http/remote-reports';
import { remotes } from '@touchline/api/http/remotes';
import { type Routes, route } from '@touchline/service-kit/http/route';
import type { Limits } from '../limits/limits.ts';
import type { Registry } from './registry.ts';
import type { RemoteReports } from './remote-reports.ts';
import type { Visitors } from './visitors.ts';

interface RemotesRoutesDeps {
  registry: Registry;
  reports: RemoteReports;
  visitors: Visitors;
  limits: Limits;
  /** Finds the user of a wallet, for the time of the first sign-in. */
  findUser(wallet: string): Promise<Pick<User, 'created_at'> | undefined>;
}

/** Endpoints for browsers: visible remotes and reports about remotes. */
export function remotesRoutes(
  routes: Routes,
  { registry, reports, visitors, limits, findUser }: RemotesRoutesDeps,
): void {
  route(routes, remotes, async ({ user, ctx }) => ({
    remotes: await registry.visible(user?.isAdmin ?? false, visitors.getNumber(ctx)),
  }));
  route(routes, reportRemote, async ({ body, user, ctx }) => {
    await limits.endpoints.report.take(ctx.ip);
    const signedUp = user && (await findUser(user.wallet_address));
    const signedUpAt = signedUp ? Date.parse(signedUp.created_at) : null;
    return { counted: await reports.record(body, ctx.ip, signedUpAt) };
  });
}
