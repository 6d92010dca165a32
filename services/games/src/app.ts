import { gamesAdminChanged } from '@touchline/api/events/admin-changes';
import { gamesSwitchesChanged } from '@touchline/api/events/admin-services';
import { standingsChanged } from '@touchline/api/events/games';
import { createChainHealth } from '@touchline/chain-ledger/chain-health';
import { createChainNotes } from '@touchline/chain-ledger/chain-notes';
import { createLedger } from '@touchline/chain-ledger/ledger';
import { createPayouts } from '@touchline/chain-ledger/payouts/payouts';
import { createWalletFunds } from '@touchline/chain-ledger/payouts/wallet-funds';
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
import type Koa from 'koa';
import { createEntryList, type EntryList } from './administration/list-entries.ts';
import { replyToAdminRequests } from './administration/requests.ts';
import { followStaking } from './coefficients/follow-staking.ts';
import { runClock } from './feed/clock.ts';
import { followRelay } from './feed/follow-relay.ts';
import { createGameweekPipeline, type GameweekPipeline } from './feed/gameweek-pipeline.ts';
import { createRelaySnapshots } from './feed/relay-snapshots.ts';
import { createSeasons, type Seasons } from './football/seasons.ts';
import type { Fees } from './games/game.ts';
import { type ChangeGame, createGameQueue } from './games/game-queue.ts';
import { gameRoutes } from './games/games.routes.ts';
import { findOpenGames } from './games/games.store.ts';
import { createFreeJoins } from './joining/join-free.ts';
import { type JoiningDeps, joiningRoutes } from './joining/joining.routes.ts';
import { createCredits } from './payments/credit.ts';
import { createPaymentMetrics } from './payments/payment-metrics.ts';
import { replyToGamesPayoutRequests } from './payments/payout-requests.ts';
import { findSmallestPayment } from './payments/smallest-payment.ts';
import { verifyReservation } from './payments/verify.ts';
import { POLL_MS, runPayments } from './payments/worker.ts';
import type { Reservation } from './reservations/reservation.ts';
import { reservationRoutes } from './reservations/reservations.routes.ts';
import { leaderboardRoutes } from './standings/leaderboard.routes.ts';
import { createNewEntryLookup } from './standings/new-entries.store.ts';
import type { Standings } from './standings/standings.ts';
import { createStandingsCache, type StandingsCache } from './standings/standings-cache.ts';
import type { StandingsWorker } from './standings/standings-worker.ts';
import { createLineupSaves, type SaveLineup } from './teams/save-lineup.ts';
import { teamRoutes } from './teams/teams.routes.ts';
import { tournamentRoutes } from './tournaments/tournaments.routes.ts';

export interface GamesDeps {
  db: Database;
  /** Separate pool for reads into memory. Transactions wait for these reads, so they must not use up the first pool. */
  readDb: Database;
  bus: Bus;
  verifier: Verifier;
  /** Wallets of administrators. */
  adminWallets: readonly string[];
  calendar: Calendar;
  fees: Fees;
  /** Features enabled by the deployment; administrators can switch them off. */
  allowed: { paid_games: boolean; tournaments: boolean };
  /** Reads transfers of the token; entry fees go to `fees.recipient`. */
  transfers: TransferReader;
  /** `smallestTransfer` in wei: smaller transfers are dust, unless an entry fee is as small. */
  chain: {
    id: number;
    rpcUrls: readonly string[];
    confirmations: number;
    smallestTransfer: bigint;
    pollMs?: number;
  };
  /** Entries of finished games whose standings stay in memory. */
  maxFinishedEntries: number;
  standingsWorker: StandingsWorker;
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
  const { db, readDb, bus, calendar, fees, log, now } = deps;
  const seasons = createSeasons(readDb, calendar);
  const standings = createStandingsCache({
    ...deps,
    db: readDb,
    seasons,
    worker: deps.standingsWorker,
    onRefreshed: publishRefreshed(db),
  });
  const changeGame = trackChanges(standings, createGameQueue(db));
  const pipeline = createGameweekPipeline({
    db,
    seasons,
    standings,
    calendar,
    seasonFee: fees.SEASON,
    now,
  });
  const relay = createRelaySnapshots({ db, bus, seasons, pipeline, now });
  const { account, ledger, payouts, funds, metrics } = createTreasury(deps);
  const switches = createSwitches({ ...deps, ...SWITCHES });
  const joining = { db, changeGame, seasons, calendar, now };
  const paymentDeps = { ...joining, ledger, payouts, funds, metrics };
  const payments = { ...paymentDeps, credit: createCredits(paymentDeps), log };

  const koa = createKoa({
    log,
    ready: async () => ({ database: await isDatabaseReachable(db) }),
    notes: { bus: natsNote(bus), ...createChainNotes(readDb, account, deps.transfers) },
    ...pickMetrics(deps),
  });
  const verifyPayment = (reservation: Reservation) => verifyReservation(payments, reservation);
  const freeJoins = createFreeJoins(joining);
  const saveLineup = createLineupSaves(joining);
  const actions = { freeJoins, verifyPayment, saveLineup, findNewEntry: createNewEntryLookup(db) };
  mount(koa, createServiceRoutes(deps.verifier, { ...joining, standings, fees, switches, ...actions }));

  followRelay(bus, db, relay);
  followStaking(bus, { db, changeGame, seasons, now });
  const entries = createEntryList({ readDb, standings, now });
  void warmUp(deps, standings, entries);
  replyToAdminRequests(bus, {
    ...deps,
    changeGame,
    seasons,
    standings,
    entries,
    switches,
    payouts,
    chainHealth: createChainHealth(
      db,
      account,
      { ...deps.chain, chainId: deps.chain.id, token: fees.token },
      funds.read,
    ),
  });
  replyToGamesPayoutRequests(bus, { ...deps, payouts, treasury: account.address });
  keepHeartbeat(db, bus);
  publishFromOutbox(db, bus);
  return { koa, stop: startJobs(deps, { pipeline, payments, caches: [standings, entries] }) };
}

interface Jobs {
  pipeline: GameweekPipeline;
  payments: Parameters<typeof runPayments>[0];
  caches: readonly { evictUnused(): void }[];
}

/** Starts the timers and the jobs of a single replica. @returns a function that stops them */
function startJobs({ db, log, chain }: GamesDeps, { pipeline, payments, caches }: Jobs): () => Promise<void> {
  const clock = holdAdvisoryLock(db, 'games-clock', log, (signal) => runClock({ db, pipeline, log }, signal));
  const paymentWorker = holdAdvisoryLock(db, 'games-payments', log, (signal) =>
    runPayments(payments, chain.pollMs ?? POLL_MS, signal),
  );
  const eviction = evictUnused(...caches);
  return async () => {
    clearInterval(eviction);
    await Promise.all([clock.stop(), paymentWorker.stop()]);
  };
}

type RouteDeps = JoiningDeps & { saveLineup: SaveLineup; seasons: Seasons; fees: Fees };

/** Registers `/games/:id` last, after the literal paths that it would match. */
function createServiceRoutes(verifier: Verifier, deps: RouteDeps): Routes {
  const routes = createRoutes(verifier);
  joiningRoutes(routes, deps);
  reservationRoutes(routes, deps);
  teamRoutes(routes, deps);
  leaderboardRoutes(routes, deps);
  tournamentRoutes(routes, deps);
  gameRoutes(routes, deps);
  return routes;
}

/** Creates both sides of the treasury: incoming payments and outgoing payouts. */
function createTreasury(deps: GamesDeps) {
  const { db, transfers, chain, fees, log, now } = deps;
  const metrics = createPaymentMetrics(deps.metrics);
  const account = { chainId: chain.id, address: fees.recipient.toLowerCase() };
  const ledger = createLedger({
    db,
    transfers,
    account,
    confirmations: chain.confirmations,
    minAmount: (on) => findSmallestPayment(on, chain.smallestTransfer, now()),
    now,
    log,
    onScanned: metrics.scanned,
  });
  const payouts = createPayouts({ db, transfers, account, now, log });
  const paying = { transfers, payouts, metrics: deps.metrics };
  const funds = createWalletFunds({ wallet: 'treasury', address: account.address, ...paying });
  return { account, ledger, payouts, funds, metrics };
}

/** Publishes a second event for a large game, whose standings are computed after the event of the change. */
const publishRefreshed = (db: Database) => async (standings: Standings, only_newcomers: boolean) => {
  const changed = { game_id: standings.game.id, gameweek: standings.gameweek, only_newcomers };
  await db.transaction((trx) => writeOutbox(trx, standingsChanged, changed));
};

/** Includes the writes of this process in the standings it shows. */
const trackChanges =
  (standings: StandingsCache, changeGame: ChangeGame): ChangeGame =>
  (gameId, work) =>
    standings.track(gameId, () => changeGame(gameId, work));

/** Loads standings that can still change before the first request, then the administrators' list of entries. */
async function warmUp(
  { readDb, log }: GamesDeps,
  standings: StandingsCache,
  entries: EntryList,
): Promise<void> {
  try {
    const games = await findOpenGames(readDb);
    await standings.warm(games);
    await entries.warm(games);
  } catch (error) {
    log.warn({ err: error }, 'standings warm-up failed; will load on demand');
  }
}

/** Evicts unused data from memory every minute. */
const evictUnused = (...caches: readonly { evictUnused(): void }[]) =>
  setInterval(() => {
    for (const cache of caches) cache.evictUnused();
  }, 60_000);

const pickMetrics = ({ metrics }: GamesDeps) => (metrics ? { metrics } : {});
