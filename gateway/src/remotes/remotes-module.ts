import { join } from 'node:path';
import type { User } from '@touchline/api/http/auth';
import type { Database } from '@touchline/service-kit/data/database';
import type { Routes } from '@touchline/service-kit/http/route';
import type { Log } from '@touchline/service-kit/process/log';
import type { Metrics } from '@touchline/service-kit/process/metrics';
import type { Context } from 'koa';
import type { GatewayEnv } from '../env.ts';
import type { EncodedFiles } from '../files/encoded-files.ts';
import type { Limits } from '../limits/limits.ts';
import { createEarlyAccess } from './early-access.ts';
import { createPreloadHints } from './preload-hints.ts';
import { createRegistry } from './registry.ts';
import { createReleaseTokens } from './release-tokens.ts';
import { releasesRoutes } from './releases.routes.ts';
import { createReleases } from './releases.ts';
import { createRemoteErrors } from './remote-errors.ts';
import { remoteFiles } from './remote-files.ts';
import { createRemoteReports } from './remote-reports.ts';
import { remotesRoutes } from './remotes.routes.ts';
import { createVersionPreviews } from './version-previews.ts';
import { createVisitorNumbers } from './visitors.ts';

export type RemotesModule = ReturnType<typeof createRemotesModule>;

interface RemotesModuleDeps {
  env: GatewayEnv;
  db: Database;
  log: Log;
  metrics: Metrics | undefined;
  limits: Limits;
  files: EncodedFiles;
  auth: {
    /** Checks that the session of the refresh cookie is an administrator's. */
    isAdminSession(ctx: Context): Promise<boolean>;
    /** Finds the user of a wallet, for the time of the first sign-in. */
    user(wallet: string): Promise<Pick<User, 'created_at'> | undefined>;
  };
  /** Epoch ms. */
  now: () => number;
}

/** Wires the remotes module: registry, browser reports and releases. */
export function createRemotesModule(deps: RemotesModuleDeps) {
  const { env, db, log, metrics, limits, files, auth, now } = deps;
  const folder = env.REMOTES_DIR;
  const registry = createRegistry(db);
  const errors = createRemoteErrors(db, log, now);
  const releases = createReleases({
    db,
    registry,
    folder,
    sharedTable: join(env.SHELL_DIR, 'shared.json'),
    keepDays: env.REMOTES_KEEP_DAYS,
    now,
  });
  const rule = { networks: env.REMOTES_ROLLBACK_NETWORKS, percent: env.REMOTES_ROLLBACK_PERCENT };
  const reports = createRemoteReports({ db, registry, releases, errors, rule, log, metrics, now });
  const numberVisitor = createVisitorNumbers(env.PUBLIC_URL);
  const previews = createVersionPreviews(env.PUBLIC_URL, env.RELEASE_SECRET, now);
  const tokens = createReleaseTokens(db, env.RELEASE_SECRET);
  return {
    releases,
    /** Serves the files of published remotes. */
    serveFile: remoteFiles({ folder, registry, files, log, errors, isAdminSession: auth.isAdminSession }),
    /** Finds the remotes that this visitor gets. */
    findVisible: (ctx: Context) =>
      registry.visible({ isAdmin: false, number: numberVisitor(ctx), previews: previews.read(ctx) }),
    /** Lists the preloads of the page at a path. */
    readHints: createPreloadHints(folder, registry),
    addRoutes(routes: Routes) {
      remotesRoutes(routes, { registry, reports, numberVisitor, previews, limits, findUser: auth.user, now });
      releasesRoutes(routes, {
        db,
        releases,
        tokens,
        previews,
        earlyAccess: createEarlyAccess(db, registry, now),
        approved: env.REMOTES_APPROVED_BY_OPERATOR,
        now,
      });
    },
    /** Jobs that delete reports of earlier windows, old errors and the files of old versions, by name. */
    deletions: {
      'old remote report deletion': reports.deleteOld,
      'old remote error deletion': errors.deleteOld,
      'old remote version deletion': releases.deleteOld,
    },
    /** Writes the remaining errors. */
    stop: errors.stop,
  };
}
