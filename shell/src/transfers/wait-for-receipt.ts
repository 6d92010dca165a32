import { TRANSFER_TEXT, TransferError } from '@touchline/host/transfers';
import { isHash, TransactionNotFoundError, type TransactionReceipt } from 'viem';
import { getTransaction, waitForTransactionReceipt } from 'viem/actions';
import type { TransferDeps } from './payer.ts';
import { classifyFailure } from './transfer-errors.ts';

/**
 * Waits for the receipt of a transaction, or of the one that replaced it. `isReplaced` is false if the user has only sped it up.
 * @param onSpedUp called with the new hash
 * @throws TransferError NETWORK_ERROR with the hash: the transaction may still be mined
 */
export async function waitForReceipt(
  { wagmi, receiptMs }: TransferDeps,
  hash: string,
  onSpedUp: (hash: string) => void = () => {},
): Promise<{ receipt: TransactionReceipt; isReplaced: boolean }> {
  // PAY-09
  if (!isHash(hash)) throw new TransferError('UNKNOWN_ERROR', 'hash is required');
  let isReplaced = false;
  const receipt = await waitForTransactionReceipt(wagmi.getClient(), {
    hash,
    timeout: receiptMs,
    onReplaced: ({ reason, transaction }) => {
      isReplaced = reason !== 'repriced';
      if (!isReplaced) onSpedUp(transaction.hash);
    },
  }).catch((error: unknown) => {
    const { message, cause } = classifyFailure(error);
    throw new TransferError('NETWORK_ERROR', TRANSFER_TEXT.NETWORK_ERROR, { hash, cause: cause ?? message });
  });
  return { receipt, isReplaced };
}

/** True if the chain has the transaction, mined or pending. False for one that was dropped, replaced or never sent. */
export const isKnown = ({ wagmi }: TransferDeps, hash: `0x${string}`): Promise<boolean> =>
  getTransaction(wagmi.getClient(), { hash }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof TransactionNotFoundError) return false;
      throw error;
    },
  );
