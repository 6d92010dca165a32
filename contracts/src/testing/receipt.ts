import type { Hex, TransactionReceipt } from 'viem';
import { vi } from 'vitest';

interface Chain {
  getTransactionReceipt(transaction: { hash: Hex }): Promise<TransactionReceipt>;
}

/**
 * Waits for the receipt of a transaction on a chain that mines immediately. `waitForTransactionReceipt` looks once per block: if it is
 * early, it waits for a block that never comes.
 */
export const waitForReceipt = (chain: Chain, hash: Hex): Promise<TransactionReceipt> =>
  vi.waitFor(() => chain.getTransactionReceipt({ hash }), { timeout: 30_000, interval: 10 });
