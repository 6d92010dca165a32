import { createWallet } from '@touchline/chain-ledger/wallet';
import { createJobMetrics } from '@touchline/service-kit/process/metrics';
import type { GamesContext, Resources } from '../games/games-context.ts';
import type { Reservation } from '../reservations/reservation.ts';
import { createCredits } from './credit.ts';
import { createPaymentMetrics } from './payment-metrics.ts';
import { findSmallestPayment } from './payments.store.ts';
import { replyToPayoutRequests } from './payout-requests.ts';
import { verifyReservation } from './verify.ts';
import { POLL_MS, runPayments } from './worker.ts';

/** The chain of the token. */
export interface PaymentChain {
  id: number;
  rpcUrls: readonly string[];
  confirmations: number;
  /** Wei. Smaller transfers are dust, unless an entry fee is as small. */
  smallestTransfer: bigint;
  /** Wallets that top up the treasury, in lower case. */
  funders: readonly string[];
  pollMs?: number;
}

interface PaymentsDeps extends GamesContext, Resources {
  chain: PaymentChain;
  /** The owner of the vault is the treasury, which receives the pools that it revokes or reclaims. */
  prizes: { vault: string | null };
}

/** Creates both sides of the treasury: incoming entry fees and outgoing refunds. Replies to requests of administrators about them. */
export function createPayments(deps: PaymentsDeps) {
  const { chain, fees } = deps;
  const jobMetrics = createJobMetrics(deps.metrics);
  const metrics = createPaymentMetrics(jobMetrics);
  const treasury = createWallet({
    ...deps,
    wallet: 'treasury',
    address: fees.recipient.toLowerCase(),
    chain: { ...chain, token: fees.token },
    minAmount: (on) => findSmallestPayment(on, chain.smallestTransfer, deps.now()),
    metrics: jobMetrics,
    onScanned: (block) => metrics.scanned.set(block),
  });
  replyToPayoutRequests({ ...deps, ...treasury });
  const crediting = { ...deps, ...treasury, metrics };
  const funders = new Set([...chain.funders, deps.prizes.vault?.toLowerCase() ?? '']);
  const verifying = { ...crediting, credit: createCredits(crediting), funders };
  return {
    ...treasury,
    funders,
    /** Looks up the payment of a submitted reservation on the chain. */
    verifyPayment: (reservation: Reservation) => verifyReservation(verifying, reservation),
    /** Runs the payment jobs until the signal aborts, on the one replica that holds the lock. */
    run: (signal: AbortSignal) =>
      runPayments(verifying, chain.pollMs ?? POLL_MS, signal).finally(jobMetrics.resetGauges),
  };
}
