import { footballAbi } from '@touchline/contracts/abi';
import { TRANSFER_TEXT, TransferError, type TransferStep } from '@touchline/host/transfers';
import { parseEventLogs, type TransactionReceipt } from 'viem';
import { call, getTransaction } from 'viem/actions';
import { unwrapErrors } from '../wallet/wallet-errors.ts';
import { decodeRevert } from './decode-revert.ts';
import type { TransferDeps } from './payer.ts';
import { waitForReceipt } from './wait-for-receipt.ts';

/**
 * Waits for the receipt and returns the hash that was mined. It differs from `hash` if the user has sped up the transaction.
 * @throws TransferError; without a hash if the transaction was cancelled or reverted, because nothing was paid then
 */
export async function waitForTransfer(
  deps: TransferDeps,
  hash: string,
  onStep: (step: TransferStep) => void = () => {},
): Promise<string> {
  const { receipt, isReplaced } = await waitForReceipt(deps, hash, (replacement) =>
    onStep({ step: 'sent', hash: replacement }),
  );
  if (receipt.status === 'reverted') throw await buildRevertError(deps, receipt);
  if (isReplaced && !isPayment(deps, receipt))
    throw new TransferError('USER_REJECTED', TRANSFER_TEXT.USER_REJECTED);
  return receipt.transactionHash;
}

/** True if a replacement transaction also pays one of the deployment's wallets. */
function isPayment({ deployment }: TransferDeps, { logs }: TransactionReceipt): boolean {
  const ours = [deployment.treasury_wallet, deployment.staking_wallet].map((wallet) => wallet.toLowerCase());
  return parseEventLogs({ abi: footballAbi, eventName: 'Transfer', logs }).some(
    ({ address, args }) =>
      address.toLowerCase() === deployment.token.address.toLowerCase() &&
      ours.includes(args.to.toLowerCase()),
  );
}

/** PAY-09, PAY-12 */
async function buildRevertError(deps: TransferDeps, receipt: TransactionReceipt): Promise<TransferError> {
  const reason = await findRevertReason(deps, receipt).catch(() => 'unknown reason');
  return new TransferError(
    'INSUFFICIENT_FUNDS',
    `The transaction was reverted (${reason}) and no FOOTBALL tokens were transferred. Check that your wallet holds enough FOOTBALL tokens, and ETH for the network fee (gas).`,
  );
}

/** Finds the reason by repeating the call on the same state, because nodes do not store it. */
async function findRevertReason(
  { wagmi }: TransferDeps,
  { transactionHash, blockNumber }: TransactionReceipt,
) {
  const client = wagmi.getClient();
  const { from, to, input, value } = await getTransaction(client, { hash: transactionHash });
  try {
    await call(client, { account: from, to, data: input, value, blockNumber });
  } catch (error) {
    return decodeReason(error) ?? 'unknown reason';
  }
  return 'unknown reason';
}

function decodeReason(error: unknown): string | undefined {
  const revert = decodeRevert(error, footballAbi);
  // `require` reverts with Error(string).
  if (revert) return revert.errorName === 'Error' ? String(revert.args?.[0]) : revert.errorName;
  return unwrapErrors(error)
    .map((layer) => layer.reason)
    .find((reason): reason is string => typeof reason === 'string');
}
