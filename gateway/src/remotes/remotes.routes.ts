import type { User } from '@touchline/api/http/auth';
import { NEXT_VERSION } from '@touchline/api/http/releases';
import { reportRemote } from '@touchline/api/http/remote-reports';
import { endPreviews, remotes } from '@touchline/api/http/remotes';
import { type Routes, route } from '@touchline/service-kit/http/route';
import type { Limits } from '../limits/limits.ts';
import type { Registry } from './registry.ts';
import type { RemoteReports } from './remote-reports.ts';
import type { Previews } from './version-previews.ts';
import type { NumberVisitor } from './visitors.ts';

interface RemotesRoutesDeps {
  registry: Registry;
  reports: RemoteReports;
  numberVisitor: NumberVisitor;
  previews: Previews;
  /** Epoch ms. */
  now: () => number;
  limits: Limits;
  /** Finds the user of a wallet, for the time of the first sign-in. */
  findUser(wallet: string): Promise<Pick<User, 'created_at'> | undefined>;
}

/** A browser of a tester gets next versions for this long after its last visit with the wallet. */
const TESTER_MS = 24 * 3_600_000;

/** Endpoints for browsers: visible remotes and reports about remotes. */
export function remotesRoutes(
  routes: Routes,
  { registry, reports, numberVisitor, previews, limits, findUser, now }: RemotesRoutesDeps,
): void {
  route(routes, remotes, async ({ user, ctx }) => {
    const tested = user ? await registry.findTested(user.wallet_address) : [];
    const until = now() + TESTER_MS;
    const next = tested.map((name) => ({ name, version: NEXT_VERSION, until }));
    // The page of a later visit contains its remotes before it knows the wallet.
    previews.suggest(ctx, next);
    const opened = previews.read(ctx);
    return {
      remotes: await registry.visible({
        isAdmin: user?.isAdmin ?? false,
        number: numberVisitor(ctx),
        previews: opened.length > 0 || previews.hasEnded(ctx) ? opened : next,
      }),
    };
  });
  route(routes, endPreviews, async ({ ctx }) => {
    previews.end(ctx);
    return {};
  });
  route(routes, reportRemote, async ({ body, user, ctx }) => {
    await limits.endpoints.report.take(ctx.ip);
    const signedUp = user && (await findUser(user.wallet_address));
    const signedUpAt = signedUp ? Date.parse(signedUp.created_at) : null;
    return { counted: await reports.record(body, ctx.ip, signedUpAt) };
  });
}
