import type { Ledger } from '@touchline/chain-ledger/ledger';
import type { Payouts } from '@touchline/chain-ledger/payouts/payouts';
import { createVaultLedger } from '@touchline/chain-ledger/vault/vault-ledger';
import type { Notes } from '@touchline/service-kit/http/health';
import type { Routes } from '@touchline/service-kit/http/route';
import { createJobMetrics } from '@touchline/service-kit/process/metrics';
import { createPrizeWorker } from '../awards/prize-worker.ts';
import type { TokenLimit } from '../funding/prize-settings.ts';
import { createReserves, type TokenAccount } from '../funding/reserves.ts';
import { createVaultCheck } from '../funding/vault-check.ts';
import type { GamesContext, Resources } from '../games/games-context.ts';
import { resultRoutes } from '../results/results.routes.ts';
import type { StandingsCache } from '../standings/cache.ts';
import { createPrizeMetrics, PRIZE_POLL_MS, type PrizeJobDeps, runPrizes } from './prize-job.ts';
import { replyToPrizeRequests } from './prize-requests.ts';
import { prizeRoutes } from './prizes.routes.ts';

/** Settings of prizes. */
export interface PrizeSettings {
  /** Address of the prize vault in lower case; null without one. */
  vault: string | null;
  /** Prize tokens in addition to the token of entry fees. */
  tokens: readonly TokenAccount[];
  reviewMs: number;
  approvalAbove: TokenLimit;
  fundingApprovalAbove: TokenLimit;
  reservesRequired: boolean;
  pollMs?: number;
}

interface PrizesDeps extends GamesContext, Resources {
  prizes: PrizeSettings;
  payouts: Pick<Payouts, 'upsert'>;
  /** Transfers to the treasury, and the senders whose transfers do not count as payments, in lower case. */
  ledger: Pick<Ledger, 'findScannedBlock'>;
  funders: ReadonlySet<string>;
  chain: { id: number; confirmations: number };
  standings: StandingsCache;
}

/** Creates settlement, funding, reserves and results: their routes and job. Replies to the requests of administrators about them. */
export function createPrizes(deps: PrizesDeps) {
  const { db, fees, chain, transfers, prizes } = deps;
  const football = { address: fees.token.toLowerCase(), symbol: 'FOOTBALL', decimals: fees.decimals };
  const tokens = [{ token: football, reader: transfers }, ...prizes.tokens] as const;
  const treasury = fees.recipient.toLowerCase();
  const { vault } = prizes;
  const vaultCheck = createVaultCheck({ ...deps, reader: transfers, vault, treasury });
  const readReserves = createReserves({ ...deps, chainId: chain.id, treasury, vault, vaultCheck, tokens });
  const options = { db, chainId: chain.id, reader: transfers, confirmations: chain.confirmations };
  const funding = vault && {
    ...deps,
    chainId: chain.id,
    vault,
    fundingApprovalAbove: prizes.fundingApprovalAbove,
    vaultLedger: createVaultLedger({ ...options, vault }),
  };
  const jobMetrics = createJobMetrics(deps.metrics);
  const job: PrizeJobDeps = {
    ...deps,
    ...prizes,
    chainId: chain.id,
    worker: createPrizeWorker(),
    metrics: createPrizeMetrics(jobMetrics),
    readReserves,
    funding: funding || null,
    vaultCheck,
  };
  replyToPrizeRequests({ ...deps, ...prizes, treasury, prizeTokens: tokens.map(({ token }) => token) });
  return {
    addRoutes(routes: Routes): void {
      prizeRoutes(routes, { ...deps, readReserves });
      resultRoutes(routes, deps);
    },
    notes: { prize_vault: vaultCheck.note } satisfies Notes,
    /** Runs the prize jobs until the signal aborts, on the one replica that holds the lock. */
    run: (signal: AbortSignal) =>
      runPrizes(job, prizes.pollMs ?? PRIZE_POLL_MS, signal).finally(jobMetrics.resetGauges),
  };
}
