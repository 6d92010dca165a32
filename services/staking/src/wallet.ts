import type { TransferReader } from '@touchline/chain-ledger/transfer-reader';
import { createWallet } from '@touchline/chain-ledger/wallet';
import { MIN_WEI, stakeRejection } from '@touchline/rules/stakes';
import type { ServiceResources } from '@touchline/service-kit/http/app';
import { createJobMetrics } from '@touchline/service-kit/process/metrics';
import { sumLockedStakes } from './stakes/stakes.store.ts';

export interface StakingChain {
  id: number;
  /** Lower case. */
  token: string;
  rpcUrls: readonly string[];
  /** Lower case. */
  stakingWallet: string;
  /** Wallets that top up the staking wallet, in lower case: the treasury, and those that the operator lists. */
  funders: readonly string[];
  /** Required depth of a transfer in blocks, counting its own. */
  confirmations: number;
  /** Wei. Transfers below it, and below the minimum stake, are dust. */
  smallestTransfer: bigint;
}

/** Resources of the process, and the wallet that receives stakes. */
export interface StakingResources extends ServiceResources {
  chain: StakingChain;
  transfers: TransferReader;
  /** Epoch ms. */
  now: () => number;
}

/** Creates both sides of the staking wallet: incoming stakes, and outgoing payouts of stakes, interest and refunds. */
export function createStakingWallet(deps: StakingResources) {
  const { db, chain } = deps;
  const metrics = createJobMetrics(deps.metrics);
  const { smallestTransfer: smallest } = chain;
  const minAmount = stakeRejection(smallest, 0n) === 'BELOW_MINIMUM' ? smallest : MIN_WEI;
  const scanned = metrics.gauge(
    'staking_scanned_block',
    'Last block that was read for transfers to the staking wallet',
  );
  const open = metrics.gauge('staking_payouts_open', 'Payouts that are not confirmed on the chain');
  const unexplained = metrics.gauge(
    'staking_transfers_unexplained',
    'Transfers from the staking wallet that match no payout and are not explained',
  );
  const wallet = createWallet({
    ...deps,
    wallet: 'staking',
    address: chain.stakingWallet,
    readDb: db,
    minAmount: async () => minAmount,
    readFutureDebt: () => sumLockedStakes(db),
    metrics,
    onScanned: (block) => scanned.set(block),
  });
  return {
    ...wallet,
    /** Wei. Smaller transfers are dust. */
    minAmount,
    funders: new Set(chain.funders),
    resetMetrics: metrics.resetGauges,
    async updateMetrics(): Promise<void> {
      open.set(await wallet.payouts.countOpen());
      unexplained.set(await wallet.payouts.countUnexplained());
      await wallet.funds.updateMetrics();
    },
  };
}
