import { stakingAdminChanged } from '@touchline/api/events/admin-changes';
import { stakingSwitchesChanged } from '@touchline/api/events/admin-services';
import { createChainHealth } from '@touchline/chain-ledger/chain-health';
import { createChainNotes } from '@touchline/chain-ledger/chain-notes';
import { createLedger } from '@touchline/chain-ledger/ledger';
import { createPayouts, type Payouts } from '@touchline/chain-ledger/payouts/payouts';
import { createWalletFunds, type WalletFunds } from '@touchline/chain-ledger/payouts/wallet-funds';
import type { TransferReader } from '@touchline/chain-ledger/transfer-reader';
import { MIN_WEI, stakeRejection } from '@touchline/rules/stakes';
import { keepHeartbeat } from '@touchline/service-kit/administration/service-health';
import { createSwitches } from '@touchline/service-kit/administration/switches';
import { holdAdvisoryLock } from '@touchline/service-kit/data/advisory-lock';
import { type Database, isDatabaseReachable } from '@touchline/service-kit/data/database';
import { createKoa } from '@touchline/service-kit/http/app';
import type { Verifier } from '@touchline/service-kit/http/auth';
import { natsNote } from '@touchline/service-kit/http/health';
import { createRoutes, mount } from '@touchline/service-kit/http/route';
import type { Bus } from '@touchline/service-kit/messaging/bus';
import { publishFromOutbox } from '@touchline/service-kit/messaging/outbox';
import type { Log } from '@touchline/service-kit/process/log';
import type { Metrics } from '@touchline/service-kit/process/metrics';
import type Koa from 'koa';
import { replyToAdminRequests } from './administration/administration.requests.ts';
import { stakeRoutes } from './claims/stakes.routes.ts';
import { replyToCoefficientRequests } from './coefficients/coefficients.requests.ts';
import { replyToPayoutRequests } from './payouts/payout-requests.ts';
import { replyToLiabilityRequests } from './stakes/liabilities.ts';
import { sumLockedStakes } from './stakes/stakes.store.ts';
import { runWorker } from './worker.ts';

export interface StakingDeps {
  db: Database;
  bus: Bus;
  verifier: Verifier;
  transfers: TransferReader;
  /** The deployment configuration rejects new stakes, regardless of the admin switch. */
  disabled: boolean;
  adminWallets: readonly string[];
  chain: {
    id: number;
    /** Lower case. */
    token: string;
    /** Used for the health report to admins. `transfers` reads the same RPCs. */
    rpcUrls: readonly string[];
    /** Lower case. */
    stakingWallet: string;
    /** Required depth of a transfer in blocks, counting its own. */
    confirmations: number;
    /** Wei. Transfers below it, and below the minimum stake, are dust. */
    smallestTransfer: bigint;
  };
  log: Log;
  metrics?: Metrics;
  /** Pause between two reads of the chain in milliseconds, default 4 s. */
  pauseMs?: number;
  /** Epoch ms. */
  now: () => number;
}

export interface App {
  koa: Koa;
  /** Ends the worker. The caller closes NATS and the database. */
  stop(): Promise<void>;
}

const PAUSE_MS = 4_000;

/** Registers the payout metrics. @returns a function that updates them */
function createPayoutMetrics(
  payouts: Payouts,
  funds: WalletFunds,
  metrics: Metrics | undefined,
): () => Promise<void> {
  const open = metrics?.gauge('staking_payouts_open', 'Payouts that are not confirmed on the chain');
  const unexplained = metrics?.gauge(
    'staking_transfers_unexplained',
    'Transfers of the staking wallet that pay no payout',
  );
  return async () => {
    open?.set(await payouts.countOpen());
    unexplained?.set(await payouts.countUnexplained());
    await funds.updateMetrics();
  };
}

/** The staking service: ledger, HTTP routes, NATS requests and the single worker. */
export function createApp(deps: StakingDeps): App {
  const { db, bus, chain, transfers, adminWallets, log, metrics, now } = deps;
  const scanned = metrics?.gauge(
    'staking_scanned_block',
    'Last block that was read for transfers to the staking wallet',
  );
  const { smallestTransfer } = chain;
  const minAmount = stakeRejection(smallestTransfer, 0n) === 'BELOW_MINIMUM' ? smallestTransfer : MIN_WEI;
  const account = { chainId: chain.id, address: chain.stakingWallet };
  const ledger = createLedger({
    db,
    transfers,
    account,
    confirmations: chain.confirmations,
    minAmount: async () => minAmount,
    now,
    log,
    onScanned: (block) => scanned?.set(block),
  });
  const payouts = createPayouts({ db, transfers, account, now, log });
  const readFutureDebt = () => sumLockedStakes(db);
  const paying = { transfers, payouts, metrics, readFutureDebt };
  const funds = createWalletFunds({ wallet: 'staking', address: account.address, ...paying });
  const switches = createSwitches({
    db,
    owner: 'staking',
    allowed: { staking: !deps.disabled },
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

  replyToCoefficientRequests({ db, bus });
  replyToLiabilityRequests({ db, bus, stakingWallet: account.address, now });
  const chainHealth = createChainHealth(db, account, { ...chain, chainId: chain.id }, funds.read);
  replyToAdminRequests({ db, bus, adminWallets, switches, chainHealth, now });
  replyToPayoutRequests({ bus, payouts, stakingWallet: account.address, adminWallets, now });
  keepHeartbeat(db, bus);
  publishFromOutbox(db, bus);
  // Metrics can be registered only once, but the worker restarts after it has lost its lock.
  const updateMetrics = createPayoutMetrics(payouts, funds, metrics);
  const worker = holdAdvisoryLock(db, 'staking-worker', log, (signal) =>
    runWorker({ db, bus, ledger, payouts, updateMetrics, now, log }, deps.pauseMs ?? PAUSE_MS, signal),
  );

  return { koa, stop: () => worker.stop() };
}
