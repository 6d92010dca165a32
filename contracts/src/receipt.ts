import { setTimeout } from 'node:timers/promises';
import { type Hex, type TransactionReceipt, TransactionReceiptNotFoundError } from 'viem';

interface Chain {
  getTransactionReceipt(transaction: { hash: Hex }): Promise<TransactionReceipt>;
}

const FIRST_PAUSE_MS = 20;
/** Public RPCs reject frequent requests. */
const MAX_PAUSE_MS = 1_000;
const TIMEOUT_MS = 180_000;

/**
 * Waits for the receipt of a transaction, also on a chain that mines immediately. viem's `waitForTransactionReceipt` looks once per block:
 * if it is early there, it waits for a block that never comes.
 * @throws TransactionReceiptNotFoundError after three minutes, and the errors of the RPC
 */
export async function waitForReceipt(chain: Chain, hash: Hex): Promise<TransactionReceipt> {
  const until = Date.now() + TIMEOUT_MS;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 1.5, MAX_PAUSE_MS)) {
    try {
      return await chain.getTransactionReceipt({ hash });
    } catch (error) {
      if (!(error instanceof TransactionReceiptNotFoundError) || Date.now() > until) throw error;
    }
    await setTimeout(pause);
  }
}
