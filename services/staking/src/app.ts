import { stakingAdminChanged } from '@touchline/api/events/admin-changes';
import { stakingSwitchesChanged } from '@touchline/api/events/admin-services';
import { createChainHealth } from '@touchline/chain-ledger/chain-health';
import { createChainNotes } from '@touchline/chain-ledger/chain-notes';
import { createLedger } from '@touchline/chain-ledger/ledger';
import { createPayouts, type Payouts } from '@touchline/chain-ledger/payouts/payouts';
import type { TransferReader } from '@touchline/chain-ledger/transfer-reader';
import { MIN_WEI, stakeRejection } from '@touchline/rules/stakes';
import { holdAdvisoryLock } from '@touchline/service-kit/advisory-lock';
import { createKoa } from '@touchline/service-kit/app';
import type { Verifier } from '@touchline/service-kit/auth';
import type { Bus } from '@touchline/service-kit/bus';
import { type Database, isDatabaseReachable } from '@touchline/service-kit/database';
import { natsNote } from '@touchline/service-kit/health';
import type { Log } from '@touchline/service-kit/log';
import type { Metrics } from '@touchline/service-kit/metrics';
import { publishFromOutbox } from '@touchline/service-kit/outbox';
import { createRoutes, mount } from '@touchline/service-kit/route';
import { keepHeartbeat } from '@touchline/service-kit/service-health';
import { createSwitches } from '@touchline/service-kit/switches';
import type Koa from 'koa';
import { answerAdministration } from './administration/administration.questions.ts';
import { stakeRoutes } from './claims/stakes.routes.ts';
import { answerCoefficients } from './coefficients/coefficients.questions.ts';
import { answerPayoutQuestions } from './payouts/payout-questions.ts';
import { runWorker } from './worker.ts';

export interface StakingDeps {
  db: Database;
  bus: Bus;
  verifier: Verifier;
  transfers: TransferReader;
  /** The deployment allows no new stakes to be claimed, whatever administrators want. */
  heldOff: boolean;
  adminWallets: readonly string[];
  chain: {
    id: number;
    /** Lower case. */
    token: string;
    /** Whose agreement administrators see; `transfers` reads them, too. */
    rpcUrls: readonly string[];
    /** Lower case. */
    stakingWallet: string;
    /** Blocks that a transfer lies deep before it counts, its own included. */
    confirmations: number;
    /** Wei; what is less, and less than a stake, is dust. */
    smallestTransfer: bigint;
  };
  log: Log;
  metrics?: Metrics;
  /** Milliseconds between two reads of the chain, default 4 s. */
  pauseMs?: number;
  /** Epoch ms. */
  now: () => number;
}

export interface App {
  koa: Koa;
  /** Ends the worker; the caller closes the bus and the database. */
  stop(): Promise<void>;
}

const PAUSE_MS = 4_000;

/** Tells the metrics what is owed, and what was sent for nothing that is known. */
function countPayouts(payouts: Payouts, metrics: Metrics | undefined): () => Promise<void> {
  const open = metrics?.gauge('staking_payouts_open', 'Payouts that the chain does not have yet');
  const unexplained = metrics?.gauge(
    'staking_transfers_unexplained',
    'Transfers of the staking wallet that pay no payout',
  );
  return async () => {
    open?.set(await payouts.countOpen());
    unexplained?.set(await payouts.countUnexplained());
  };
}

/** The staking service: its ledger, its routes, the questions it answers and its one worker. */
export function createApp(deps: StakingDeps): App {
  const { db, bus, chain, transfers, adminWallets, log, metrics, now } = deps;
  const scanned = metrics?.gauge(
    'staking_scanned_block',
    'Last block whose transfers to the staking wallet are known',
  );
  const { smallestTransfer } = chain;
  const floor = stakeRejection(smallestTransfer, 0n) === 'BELOW_MINIMUM' ? smallestTransfer : MIN_WEI;
  const account = { chainId: chain.id, address: chain.stakingWallet };
  const ledger = createLedger({
    db,
    transfers,
    account,
    confirmations: chain.confirmations,
    floor: async () => floor,
    now,
    log,
    onScanned: (block) => scanned?.set(block),
  });
  const payouts = createPayouts({ db, transfers, account, now, log });
  const switches = createSwitches({
    db,
    owner: 'staking',
    allowed: { staking: !deps.heldOff },
    adminWallets,
    changed: stakingSwitchesChanged,
    audited: stakingAdminChanged,
    now,
  });

  const koa = createKoa({
    log,
    ready: async () => ({ database: await isDatabaseReachable(db) }),
    notes: { bus: natsNote(bus), ...createChainNotes(db, account, transfers) },
    ...(metrics ? { metrics } : {}),
  });
  const routes = createRoutes(deps.verifier);
  stakeRoutes(routes, {
    db,
    bus,
    ledger,
    payouts,
    now,
    isPaused: async () => !(await switches.isOn('staking')),
  });
  mount(koa, routes);

  answerCoefficients({ db, bus });
  const chainHealth = createChainHealth(db, account, { ...chain, chainId: chain.id });
  answerAdministration({ db, bus, adminWallets, switches, chainHealth, now });
  answerPayoutQuestions(bus, { payouts, stakingWallet: account.address, admins: adminWallets, now });
  keepHeartbeat(db, bus);
  publishFromOutbox(db, bus);
  // Metrics are registered once; the worker begins again whenever it has lost its lock.
  const count = countPayouts(payouts, metrics);
  const worker = holdAdvisoryLock(db, 'staking-worker', log, (signal) =>
    runWorker({ db, bus, ledger, payouts, count, now, log }, deps.pauseMs ?? PAUSE_MS, signal),
  );

  return { koa, stop: () => worker.stop() };
}
