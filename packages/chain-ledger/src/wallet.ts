import type { Database } from '@touchline/service-kit/data/database';
import { createChainHealth } from './chain-health.ts';
import { createChainNotes } from './chain-notes.ts';
import { createLedger, type LedgerOptions } from './ledger.ts';
import { createPayouts } from './payouts/payouts.ts';
import { createWalletFunds, type WalletFundsOptions } from './payouts/wallet-funds.ts';

interface WalletOptions
  extends Omit<LedgerOptions, 'account' | 'confirmations'>,
    Pick<WalletFundsOptions, 'wallet' | 'address' | 'readFutureDebt' | 'metrics'> {
  /** Pool of the notes for /readyz. */
  readDb: Database;
  chain: { id: number; token: string; rpcUrls: readonly string[]; confirmations: number };
}

/** Calls per read of outgoing transfers. Callers that need them sooner read them directly. */
const CALLS_PER_READ = 5;

/** Creates both sides of one of our wallets: incoming transfers and outgoing payouts, with what health reports of it. */
export function createWallet(options: WalletOptions) {
  const { db, transfers, chain } = options;
  const account = { chainId: chain.id, address: options.address };
  const payouts = createPayouts({ ...options, account });
  const funds = createWalletFunds({ ...options, payouts });
  let skipped = 0;
  return {
    /** Runs a round of the payouts in every fifth call, and in each call while more blocks can be read. */
    async followPayouts(): Promise<void> {
      if (skipped > 0) skipped -= 1;
      else skipped = (await payouts.follow()) ? 0 : CALLS_PER_READ - 1;
    },
    /** Lower case. */
    address: options.address,
    ledger: createLedger({ ...options, account, confirmations: chain.confirmations }),
    payouts,
    funds,
    chainHealth: createChainHealth(db, account, { ...chain, chainId: chain.id }, funds.read),
    notes: createChainNotes(options.readDb, account, transfers),
  };
}
