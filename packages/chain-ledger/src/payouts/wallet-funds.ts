import type { ServiceHealth } from '@touchline/api/http/admin-overview';
import { weiToTokens } from '@touchline/rules/tokens';
import type { Metrics } from '@touchline/service-kit/process/metrics';
import { orNullAfterTimeout } from '../chain-health.ts';
import type { TransferReader } from '../transfer-reader.ts';
import type { Payouts } from './payouts.ts';

/** Debts of a wallet that are not due yet, in wei. */
interface FutureDebt {
  /** Principal of active stakes. */
  locked: bigint;
  /** Their interest until the end of the lock. */
  interest: bigint;
}

export interface WalletFundsOptions {
  wallet: 'treasury' | 'staking';
  /** Lower case. */
  address: string;
  transfers: Pick<TransferReader, 'balance'>;
  payouts: Pick<Payouts, 'sumUnpaid'>;
  /** Default: nothing beyond the payouts due. */
  readFutureDebt?: () => Promise<FutureDebt>;
  metrics: Metrics;
}

export type WalletFunds = ReturnType<typeof createWalletFunds>;
type ShownFunds = NonNullable<NonNullable<ServiceHealth['chain']>['wallet']>;

const NO_DEBT = { locked: 0n, interest: 0n };

/** Compares the balance of one of our wallets with what it owes. */
export function createWalletFunds(options: WalletFundsOptions) {
  const { wallet, address, transfers, payouts, readFutureDebt = async () => NO_DEBT, metrics } = options;
  const balanceGauge = metrics.gauge('wallet_balance_tokens', 'FOOTBALL in one of our wallets', ['wallet']);
  const owedGauge = metrics.gauge(
    'wallet_owed_tokens',
    'FOOTBALL that the wallet owes: due now, principal that is locked, and interest until the end of the lock',
    ['wallet', 'what'],
  );
  const readDebt = async () => ({ due: await payouts.sumUnpaid(), ...(await readFutureDebt()) });
  return {
    /** Reads the debts and updates the metrics. Without the chain, the last balance is kept. Only one worker may call this. */
    async updateMetrics(): Promise<void> {
      const debt = await readDebt();
      for (const what of ['due', 'locked', 'interest'] as const)
        owedGauge.set({ wallet, what }, Number(weiToTokens(debt[what])));
      balanceGauge.set({ wallet }, Number(weiToTokens(await transfers.balance(address))));
    },
    /** For administrators; `balance` is null if the RPCs do not agree on one within a second. */
    async read(): Promise<ShownFunds> {
      const [debt, balance] = await Promise.all([readDebt(), orNullAfterTimeout(transfers.balance(address))]);
      return {
        name: wallet,
        address,
        balance: balance === null ? null : weiToTokens(balance),
        due: weiToTokens(debt.due),
        locked: weiToTokens(debt.locked),
        interest: weiToTokens(debt.interest),
      };
    },
  };
}
