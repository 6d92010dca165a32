import { footballAbi } from '@touchline/contracts/abi';
import { TRANSFER_TEXT, TransferError, type TransferStep } from '@touchline/host/transfers';
import { type Abi, decodeErrorResult, isHash, parseEventLogs, type TransactionReceipt } from 'viem';
import { call, getTransaction, waitForTransactionReceipt } from 'viem/actions';
import { layers } from '../wallet/wallet-errors.ts';
import type { TransferDeps } from './payer.ts';
import { asTransferError } from './transfer-errors.ts';

/**
 * Waits for the receipt and returns the hash that was mined, which differs if the user sped up the transaction.
 * @throws TransferError; it has no hash if the transaction was cancelled or reverted, because nothing was paid then
 */
export async function waitForTransfer(
  deps: TransferDeps,
  hash: string,
  onStep: (step: TransferStep) => void = () => {},
): Promise<string> {
  // PAY-09
  if (!isHash(hash)) throw new TransferError('UNKNOWN_ERROR', 'hash is required');
  let replaced: 'replaced' | 'repriced' | 'cancelled' | null = null;
  let receipt: TransactionReceipt;
  try {
    receipt = await waitForTransactionReceipt(deps.wagmi.getClient(), {
      hash,
      timeout: deps.receiptMs,
      onReplaced: ({ reason, transaction }) => {
        replaced = reason;
        if (reason === 'repriced') onStep({ step: 'sent', hash: transaction.hash });
      },
    });
  } catch (error) {
    // Whatever failed, the transaction may still be mined.
    const { message, cause } = asTransferError(error);
    throw new TransferError('NETWORK_ERROR', TRANSFER_TEXT.NETWORK_ERROR, { hash, cause: cause ?? message });
  }
  if (receipt.status === 'reverted') throw await reverted(deps, receipt);
  if (replaced && replaced !== 'repriced' && !pays(deps, receipt))
    throw new TransferError('USER_REJECTED', TRANSFER_TEXT.USER_REJECTED);
  return receipt.transactionHash;
}

/** Whether a replacement transaction pays as well. */
function pays({ deployment }: TransferDeps, { logs }: TransactionReceipt): boolean {
  const ours = [deployment.treasury_wallet, deployment.staking_wallet].map((wallet) => wallet.toLowerCase());
  return parseEventLogs({ abi: footballAbi, eventName: 'Transfer', logs }).some(
    ({ address, args }) =>
      address.toLowerCase() === deployment.token.address.toLowerCase() &&
      ours.includes(args.to.toLowerCase()),
  );
}

/** PAY-09, PAY-12 */
async function reverted(deps: TransferDeps, receipt: TransactionReceipt): Promise<TransferError> {
  const reason = await revertReason(deps, receipt).catch(() => 'unknown reason');
  return new TransferError(
    'INSUFFICIENT_FUNDS',
    `The transaction was reverted (${reason}) and no FOOTBALL tokens were transferred. Check that your wallet holds enough FOOTBALL tokens, and ETH for the network fee (gas).`,
  );
}

/** Repeats the call on the same state: nodes do not store the reason. */
async function revertReason({ wagmi }: TransferDeps, { transactionHash, blockNumber }: TransactionReceipt) {
  const client = wagmi.getClient();
  const { from, to, input, value } = await getTransaction(client, { hash: transactionHash });
  try {
    await call(client, { account: from, to, data: input, value, blockNumber });
  } catch (error) {
    return reasonOf(error) ?? 'unknown reason';
  }
  return 'unknown reason';
}

function reasonOf(error: unknown): string | undefined {
  for (const layer of layers(error)) {
    const data =
      typeof layer.data === 'object' ? (layer.data as { data?: unknown } | null)?.data : layer.data;
    if (typeof data !== 'string' || !data.startsWith('0x') || data.length < 10) continue;
    const { errorName, args } = decodeErrorResult({ abi: footballAbi as Abi, data: data as `0x${string}` });
    // `require` reverts with Error(string).
    return errorName === 'Error' ? String(args?.[0]) : errorName;
  }
  return layers(error)
    .map((layer) => layer.reason)
    .find((reason): reason is string => typeof reason === 'string');
}
