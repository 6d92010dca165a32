import type { Database } from '@touchline/service-kit/data/database';
import type { Routes } from '@touchline/service-kit/http/route';
import { keepDoing } from '@touchline/service-kit/process/keep-doing';
import type { Log } from '@touchline/service-kit/process/log';
import { drawLeagues } from './draw.ts';
import { leagueRoutes } from './leagues.routes.ts';
import type { LeaguesContext } from './leagues-context.ts';
import { scoreLeagues } from './score-leagues.ts';

interface LeaguesDeps extends LeaguesContext {
  /** Replaces `db`: while the tables of leagues are locked, nothing else waits for a connection. */
  leagueDb: Database;
  log: Log;
}

const POLL_MS = 1_000;

/** Creates leagues: their routes, and the job that draws and scores them. */
export function createLeagues(deps: LeaguesDeps) {
  const context = { ...deps, db: deps.leagueDb };
  const failure = 'league job failed; will retry';
  return {
    addRoutes: (routes: Routes) => leagueRoutes(routes, context),
    /**
     * Draws head-to-head leagues and stores their scores until `signal` aborts, on the one replica that holds the lock. All state is in
     * the database, so another replica can continue at any time.
     */
    run: (signal: AbortSignal) =>
      keepDoing({ signal, log: deps.log, failure, pauseMs: POLL_MS }, async () => {
        await drawLeagues(context);
        await scoreLeagues(context, signal);
      }),
  };
}
