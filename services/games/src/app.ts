import { gamesAdminChanged } from '@touchline/api/events/admin-changes';
import { gamesSwitchesChanged } from '@touchline/api/events/admin-services';
import { standingsChanged } from '@touchline/api/events/games';
import { createChainNotes } from '@touchline/chain-ledger/chain-notes';
import type { TransferReader } from '@touchline/chain-ledger/transfer-reader';
import type { Calendar } from '@touchline/rules/calendar';
import { keepHeartbeat } from '@touchline/service-kit/administration/service-health';
import { createSwitches } from '@touchline/service-kit/administration/switches';
import { holdAdvisoryLock } from '@touchline/service-kit/data/advisory-lock';
import { type Database, isDatabaseReachable } from '@touchline/service-kit/data/database';
import { createKoa } from '@touchline/service-kit/http/app';
import type { Verifier } from '@touchline/service-kit/http/auth';
import { natsNote } from '@touchline/service-kit/http/health';
import { createRoutes, mount, type Routes } from '@touchline/service-kit/http/route';
import type { Bus } from '@touchline/service-kit/messaging/bus';
import { publishFromOutbox, writeOutbox } from '@touchline/service-kit/messaging/outbox';
import type { Log } from '@touchline/service-kit/process/log';
import type { Metrics } from '@touchline/service-kit/process/metrics';
import type { StandingsEngine } from '@touchline/standings/standings';
import type Koa from 'koa';
import { createEntryList } from './administration/list-entries.ts';
import { replyToAdminRequests } from './administration/requests.ts';
import { followStaking } from './coefficients/follow-staking.ts';
import { createRosterNumbers } from './entries/rosters.store.ts';
import { followFeed } from './feed/feed.ts';
import { createSeasons, type Seasons } from './football/seasons.ts';
import type { Fees } from './games/game.ts';
import { createGameWrites } from './games/game-writes.ts';
import { gameRoutes } from './games/games.routes.ts';
import { findOpenGames } from './games/games.store.ts';
import { createGameCache } from './games/games.ts';
import type { NewGameTerms } from './games/games-job.ts';
import { type JoiningDeps, joiningRoutes } from './joining/joining.routes.ts';
import { runLeagues } from './leagues/league-job.ts';
import { leagueRoutes } from './leagues/leagues.routes.ts';
import { lockRootRoutes } from './lock-roots/lock-roots.routes.ts';
import { runLockRoots } from './lock-roots/publish.ts';
import { notificationRoutes } from './notifications/notifications.routes.ts';
import { runNotifications } from './notifications/notifications.ts';
import type { PushSettings } from './notifications/push-service.ts';
import { createPayments, type PaymentChain } from './payments/payments.ts';
import { replyToPayoutRequests } from './payments/payout-requests.ts';
import { replyToPrizeRequests } from './prizes/prize-requests.ts';
import { type PrizeRouteDeps, prizeRoutes } from './prizes/prizes.routes.ts';
import { createPrizes, type PrizeSettings } from './prizes/prizes.ts';
import { resultRoutes } from './prizes/results.routes.ts';
import { reservationRoutes } from './reservations/reservations.routes.ts';
import type { Seals } from './seals.ts';
import { createStandingsCache, type StandingsCache } from './standings/cache.ts';
import type { GameStandings } from './standings/game-standings.ts';
import { leaderboardRoutes } from './standings/leaderboard.routes.ts';
import { createNewEntryLookup } from './standings/new-entries.store.ts';
import { teamRoutes } from './teams/teams.routes.ts';
import { tournamentRoutes } from './tournaments/tournaments.routes.ts';

export interface GamesDeps {
  db: Database;
  /** Separate pool for reads into memory. Transactions wait for these reads, so they must not use up the first pool. */
  readDb: Database;
  /** Separate pool for leagues: while their tables are locked, nothing else waits for a connection. */
  leagueDb: Database;
  bus: Bus;
  verifier: Verifier;
  /** Wallets of administrators. */
  adminWallets: readonly string[];
  calendar: Calendar;
  seals: Seals;
  fees: Fees;
  /** Features enabled by the deployment; administrators can switch them off. */
  allowed: { paid_games: boolean; tournaments: boolean };
  /** Reads transfers of the token; entry fees go to `fees.recipient`. */
  transfers: TransferReader;
  chain: PaymentChain;
  /** Prize plans of new games, and settings of settlement. */
  plans: NewGameTerms['plans'];
  prizes: PrizeSettings;
  /** Its pool is separate, so that no join or saved lineup waits for a notification. `push` is null if none are sent. */
  notifications: { db: Database; push: PushSettings | null; pollMs?: number };
  /** Entries of finished games whose standings stay in memory. */
  maxFinishedEntries: number;
  /** Standings in memory. */
  engine: StandingsEngine;
  log: Log;
  metrics?: Metrics;
  now: () => number;
}

const SWITCHES = { owner: 'games', changed: gamesSwitchesChanged, audited: gamesAdminChanged } as const;

export interface App {
  koa: Koa;
  /** Stops the timers. The caller closes NATS and the databases. */
  stop(): Promise<void>;
}

/** Wires the games service: state in memory, routes, subscriptions, workers and timers. */
export function createApp(deps: GamesDeps): App {
  const { db, readDb, bus, log, now } = deps;
  const seasons = createSeasons(readDb, deps.calendar);
  const standings = createStandingsCache({
    ...deps,
    db: readDb,
    seasons,
    onRefreshed: publishRefreshed(db),
  });
  const writes = createGameWrites({ db, track: standings.track });
  const switches = createSwitches({ ...deps, ...SWITCHES });
  const numberRosters = createRosterNumbers();
  const context = { ...deps, seasons, standings, writes, switches, numberRosters };
  const payments = createPayments(context);
  const prizes = createPrizes({ ...context, ...payments });
  const entries = createEntryList(context);
  const feed = followFeed(context);

  const koa = createKoa({
    log,
    ready: async () => ({ database: await isDatabaseReachable(db) }),
    notes: {
      bus: natsNote(bus),
      ...createChainNotes(readDb, payments.account, deps.transfers),
      ...prizes.notes,
    },
    ...(deps.metrics ? { metrics: deps.metrics } : {}),
  });
  const readGame = createGameCache(db, now);
  const findNewEntry = createNewEntryLookup(db);
  mount(koa, createServiceRoutes({ ...context, ...payments, ...prizes, readGame, findNewEntry }));

  followStaking(bus, context);
  replyToAdminRequests({ ...context, ...payments, entries });
  replyToPayoutRequests({ ...context, ...payments, treasury: payments.account.address });
  replyToPrizeRequests({ ...context, ...prizes, approvalAbove: deps.prizes.approvalAbove });
  keepHeartbeat(db, bus);
  publishFromOutbox(db, bus);
  void warmUp(context);
  const eviction = evictUnused(standings, entries);
  const leagueDeps = { ...context, db: deps.leagueDb };
  const jobs = holdJobs(db, log, {
    'games-clock': feed.runClock,
    'games-payments': payments.run,
    'games-prizes': prizes.run,
    'games-lock-roots': (signal) => runLockRoots(context, signal),
    'games-leagues': (signal) => runLeagues(leagueDeps, signal),
    'games-notifications': createNotificationJob(context),
  });
  return {
    koa,
    async stop() {
      clearInterval(eviction);
      await Promise.all(jobs.map((job) => job.stop()));
    },
  };
}

/** A job that one replica runs at a time, until the signal aborts. */
type Job = (signal: AbortSignal) => Promise<void>;

/** Runs each job on the replica that holds its lock, by the name of the lock; null is no job of this deployment. */
const holdJobs = (db: Database, log: Log, jobs: Readonly<Record<string, Job | null>>) =>
  Object.entries(jobs).flatMap(([name, job]) => (job ? holdAdvisoryLock(db, name, log, job) : []));

/** Creates the job that sends notifications, if the deployment has keys for them. */
function createNotificationJob(context: Omit<GamesDeps, 'engine'> & { seasons: Seasons }): Job | null {
  const { log, fees, seasons, now, notifications } = context;
  const { push } = notifications;
  if (!push) return null;
  const token = { address: fees.token, symbol: 'FOOTBALL', decimals: fees.decimals };
  const deps = { ...notifications, push, seasons, token, log, now };
  return (signal) => runNotifications(deps, signal);
}

type RouteDeps = JoiningDeps &
  PrizeRouteDeps & {
    verifier: Verifier;
    fees: Fees;
    readDb: Database;
    plans: NewGameTerms['plans'];
    notifications: GamesDeps['notifications'];
    leagueDb: Database;
  };

/** Registers `/games/:id` last, after the literal paths that it would match. */
function createServiceRoutes(deps: RouteDeps): Routes {
  const routes = createRoutes(deps.verifier);
  joiningRoutes(routes, deps);
  reservationRoutes(routes, deps);
  teamRoutes(routes, deps);
  leaderboardRoutes(routes, deps);
  prizeRoutes(routes, deps);
  resultRoutes(routes, deps);
  lockRootRoutes(routes, deps);
  notificationRoutes(routes, { ...deps.notifications, now: deps.now });
  tournamentRoutes(routes, deps);
  leagueRoutes(routes, { ...deps, db: deps.leagueDb });
  gameRoutes(routes, deps);
  return routes;
}

/** Publishes a second event for a large game, whose standings are computed after the event of the change. */
const publishRefreshed = (db: Database) => async (standings: GameStandings, only_newcomers: boolean) => {
  const changed = { game_id: standings.game.id, gameweek: standings.summary.gameweek, only_newcomers };
  await db.transaction((trx) => writeOutbox(trx, standingsChanged, changed));
};

/** Loads standings that can still change before the first request. */
async function warmUp({
  readDb,
  log,
  standings,
}: {
  readDb: Database;
  log: Log;
  standings: StandingsCache;
}): Promise<void> {
  try {
    const games = await findOpenGames(readDb);
    await standings.warm(games);
  } catch (error) {
    log.warn({ err: error }, 'standings warm-up failed; will load on demand');
  }
}

/** Evicts unused data from memory every minute. */
const evictUnused = (...caches: readonly { evictUnused(): void }[]) =>
  setInterval(() => {
    for (const cache of caches) cache.evictUnused();
  }, 60_000);
