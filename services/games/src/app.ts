import { keepHeartbeat } from '@touchline/service-kit/administration/service-health';
import { createSwitches } from '@touchline/service-kit/administration/switches';
import { holdAdvisoryLock } from '@touchline/service-kit/data/advisory-lock';
import type { Database } from '@touchline/service-kit/data/database';
import { createServiceKoa } from '@touchline/service-kit/http/app';
import type { Verifier } from '@touchline/service-kit/http/auth';
import { createRoutes, mount } from '@touchline/service-kit/http/route';
import { publishFromOutbox } from '@touchline/service-kit/messaging/outbox';
import type { Log } from '@touchline/service-kit/process/log';
import type { App } from '@touchline/service-kit/service';
import type { StandingsEngine } from '@touchline/standings/standings';
import { createAdministration } from './administration/requests.ts';
import { followStaking } from './coefficients/follow-staking.ts';
import { createRosterNumbers } from './entries/entries.store.ts';
import { followFeed } from './feed/feed.ts';
import { createSeasons } from './football/seasons.ts';
import { createGameWrites } from './games/game-writes.ts';
import { gameRoutes } from './games/games.routes.ts';
import { findOpenGames } from './games/games.store.ts';
import { createGameCache } from './games/games.ts';
import type { Resources } from './games/games-context.ts';
import type { NewGameTerms } from './games/games-job.ts';
import { joiningRoutes } from './joining/joining.routes.ts';
import { createLeagues } from './leagues/leagues-module.ts';
import { lockRootRoutes } from './lock-roots/lock-roots.routes.ts';
import { runLockRoots } from './lock-roots/publish.ts';
import { createNotifications, type NotificationSettings } from './notifications/notifications.ts';
import { createPayments, type PaymentChain } from './payments/payments.ts';
import { createPrizes, type PrizeSettings } from './prizes/prizes.ts';
import { reservationRoutes } from './reservations/reservations.routes.ts';
import { createStandingsCache } from './standings/cache.ts';
import { leaderboardRoutes } from './standings/leaderboard.routes.ts';
import { createNewEntryLookup } from './standings/new-entries.store.ts';
import { teamRoutes } from './teams/teams.routes.ts';
import { tournamentRoutes } from './tournaments/tournaments.routes.ts';

export interface GamesDeps extends Resources {
  /** Separate pool for leagues (`createLeagues`). */
  leagueDb: Database;
  verifier: Verifier;
  /** Features enabled by the deployment; administrators can switch them off. */
  allowed: { paid_games: boolean; tournaments: boolean };
  chain: PaymentChain;
  /** Prize plans of new games, and settings of settlement. */
  plans: NewGameTerms['plans'];
  prizes: PrizeSettings;
  notifications: NotificationSettings;
  /** Entries of finished games whose standings stay in memory. */
  maxFinishedEntries: number;
  /** Standings in memory. */
  engine: StandingsEngine;
}

/** Wires the games service: state in memory, routes, subscriptions, workers and timers. */
export function createApp(deps: GamesDeps): App {
  const { db, bus, log } = deps;
  const context = createContext(deps);
  const payments = createPayments(context);
  const prizes = createPrizes({ ...context, ...payments });
  const leagues = createLeagues(context);
  const notifications = createNotifications(context);
  const feed = followFeed(context);
  const entries = createAdministration({ ...context, ...payments });
  followStaking(bus, context);

  const routes = createRoutes(deps.verifier);
  joiningRoutes(routes, { ...context, ...payments });
  reservationRoutes(routes, context);
  teamRoutes(routes, context);
  leaderboardRoutes(routes, context);
  prizes.addRoutes(routes);
  lockRootRoutes(routes, context);
  notifications.addRoutes(routes);
  tournamentRoutes(routes, context);
  leagues.addRoutes(routes);
  gameRoutes(routes, context);
  const koa = createServiceKoa(deps, { ...payments.notes, ...prizes.notes });
  mount(koa, routes);

  keepHeartbeat(db, bus);
  publishFromOutbox(db, bus);
  warmStandings(context);
  const eviction = setInterval(() => {
    for (const cache of [context.standings, entries]) cache.evictUnused();
  }, EVICTION_MS);
  const jobs = holdJobs(db, log, {
    'games-clock': feed.runClock,
    'games-payments': payments.run,
    'games-prizes': prizes.run,
    'games-lock-roots': (signal) => runLockRoots(context, signal),
    'games-leagues': leagues.run,
    'games-notifications': notifications.run,
  });
  return {
    koa,
    async stop() {
      clearInterval(eviction);
      await Promise.all(jobs.map((job) => job.stop()));
    },
  };
}

/** Loads the games that can still change, before the first request. */
function warmStandings({ readDb, standings, log }: ReturnType<typeof createContext>): void {
  const warm = async () => standings.warm(await findOpenGames(readDb));
  warm().catch((err: unknown) => log.warn({ err }, 'standings warm-up failed; will load on demand'));
}

const EVICTION_MS = 60_000;

/** Creates the state that modules share. */
function createContext(deps: GamesDeps) {
  const { db, readDb } = deps;
  const seasons = createSeasons(readDb, deps.calendar);
  const standings = createStandingsCache({ ...deps, seasons });
  return {
    ...deps,
    seasons,
    standings,
    writes: createGameWrites({ db, track: standings.track }),
    switches: createSwitches({ ...deps, owner: 'games' }),
    numberRosters: createRosterNumbers(),
    readGame: createGameCache(db),
    findNewEntry: createNewEntryLookup(db),
  };
}

/** A job that one replica runs at a time, until the signal aborts. */
type Job = (signal: AbortSignal) => Promise<void>;

/** Runs each job on the replica that holds its lock, by the name of the lock; null if this deployment does not run it. */
const holdJobs = (db: Database, log: Log, jobs: Readonly<Record<string, Job | null>>) =>
  Object.entries(jobs).flatMap(([name, job]) => (job ? holdAdvisoryLock(db, name, log, job) : []));
