import { join } from 'node:path';
import type { User } from '@touchline/api/http/auth';
import type { Database } from '@touchline/service-kit/data/database';
import type { Routes } from '@touchline/service-kit/http/route';
import type { Log } from '@touchline/service-kit/process/log';
import type { Metrics } from '@touchline/service-kit/process/metrics';
import type { GatewayEnv } from '../env.ts';
import type { Limits } from '../limits/limits.ts';
import { createRegistry, type Registry } from './registry.ts';
import { createReleaseTokens } from './release-tokens.ts';
import { releasesRoutes } from './releases.routes.ts';
import { createReleases, type Releases } from './releases.ts';
import { createRemoteErrors, type RemoteErrors } from './remote-errors.ts';
import { createRemoteReports } from './remote-reports.ts';
import { remotesRoutes } from './remotes.routes.ts';
import { createVisitors, type Visitors } from './visitors.ts';

const DELETE_OLD_MS = 3_600_000;

export interface RemotesModule {
  registry: Registry;
  releases: Releases;
  errors: RemoteErrors;
  visitors: Visitors;
  addRoutes(routes: Routes, limits: Limits): void;
  start(): void;
  stop(): Promise<void>;
}

interface RemotesModuleDeps {
  env: GatewayEnv;
  db: Database;
  log: Log;
  metrics: Metrics | undefined;
  /** Finds the user of a wallet, for the time of the first sign-in. */
  findUser(wallet: string): Promise<Pick<User, 'created_at'> | undefined>;
  /** Epoch ms. */
  now: () => number;
}

/** Wires the remotes module: registry, browser reports and releases. */
export function createRemotesModule(deps: RemotesModuleDeps): RemotesModule {
  const { env, db, log, metrics, now, findUser } = deps;
  const registry = createRegistry(db, now);
  const errors = createRemoteErrors(db, log, now);
  const releases = createReleases({
    db,
    registry,
    folder: env.REMOTES_DIR,
    sharedTable: join(env.SHELL_DIR, 'shared.json'),
    keepDays: env.REMOTES_KEEP_DAYS,
    now,
  });
  const rule = { networks: env.REMOTES_RETURN_NETWORKS, percent: env.REMOTES_RETURN_PERCENT };
  const reports = createRemoteReports({ db, registry, releases, errors, rule, log, metrics, now });
  const visitors = createVisitors(env.PUBLIC_URL);
  const tokens = createReleaseTokens(db, env.RELEASE_SECRET);
  const deleteOld = () =>
    Promise.all([releases.deleteOld(), reports.deleteOld()]).catch((error: unknown) =>
      log.warn({ err: error }, 'old remote version deletion failed; will retry'),
    );
  let timer: NodeJS.Timeout | undefined;
  return {
    registry,
    releases,
    errors,
    visitors,
    addRoutes(routes, limits) {
      remotesRoutes(routes, { registry, reports, visitors, limits, findUser });
      releasesRoutes(routes, { db, releases, tokens, approved: env.REMOTES_APPROVED_BY_OPERATOR, now });
    },
    start() {
      timer = setInterval(deleteOld, DELETE_OLD_MS);
    },
    stop() {
      clearInterval(timer);
      return errors.stop();
    },
  };
}
