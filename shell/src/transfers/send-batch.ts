import type { Batch, BatchProblem, BatchStep, Transfer } from '@touchline/host/transfers';
import { TransferError } from '@touchline/host/transfers';
import pTimeout from 'p-timeout';
import { numberToHex } from 'viem';
import { unwrapErrors } from '../wallet/wallet-errors.ts';
import { checkFunds } from './funds.ts';
import { getPayer, type Payer, type TransferDeps } from './payer.ts';
import { getPayerOnChain, planTransfer } from './send-transfer.ts';
import { classifyFailure } from './transfer-errors.ts';

/** EIP-5792, EIP-1193 and JSON-RPC errors with which a wallet rejects a batch without showing it. */
const PROBLEMS: ReadonlyMap<unknown, BatchProblem> = new Map([
  [5740, 'too-large'],
  [5700, 'unsupported'],
  [5710, 'unsupported'],
  [5750, 'unsupported'],
  [5760, 'unsupported'],
  [4200, 'unsupported'],
  [-32601, 'unsupported'],
  [5730, 'unknown'],
]);
const DUPLICATE_ID = 5720;

/** Converts a failure of a batch to a TransferError with its `batch` problem. */
export function classifyBatchFailure(failure: unknown): TransferError {
  const batch = unwrapErrors(failure)
    .map(({ code }) => PROBLEMS.get(code))
    .find(Boolean);
  if (!batch) return classifyFailure(failure);
  return new TransferError('UNKNOWN_ERROR', BATCH_TEXT[batch], { type: 'wallet', cause: failure, batch });
}

const BATCH_TEXT: Readonly<Record<BatchProblem, string>> = {
  'too-large': 'Your wallet does not accept this many transfers together. Nothing was sent.',
  unsupported: 'Your wallet cannot send several transfers together. Nothing was sent.',
  unknown: 'Your wallet does not know this batch.',
};

/** True if the connected wallet responds to requests of EIP-5792. A wallet that does not respond offers no batches. */
export async function supportsBatches({ wagmi, deployment, responseMs }: TransferDeps): Promise<boolean> {
  try {
    const payer = await getPayer(wagmi);
    if (!payer.supports('wallet_sendCalls')) return false;
    const params = [payer.address, [numberToHex(deployment.chain.id)]];
    const request = payer.request({ method: 'wallet_getCapabilities', params });
    await pTimeout(request, { milliseconds: responseMs });
    return true;
  } catch {
    return false;
  }
}

/**
 * Checks all payouts and requests them from the wallet as one batch. Returns the wallet's id of the batch.
 * @throws TransferError
 */
export async function sendBatch(
  deps: TransferDeps,
  batch: Batch,
  onStep: (step: BatchStep) => void,
): Promise<string> {
  try {
    const connected = await getPayerOnChain(deps);
    const payouts = batch.transfers.map((each): Transfer => ({ ...each, purpose: 'payout' }));
    const planned = await Promise.all(
      payouts.map((payout) => planTransfer(deps, payout, async () => connected)),
    );
    const [first] = planned;
    if (!first || planned.some(({ payer }) => payer.address !== first.payer.address))
      throw new TransferError('UNKNOWN_ERROR', 'A batch needs transfers from one account. Nothing was sent.');
    const amount = planned.reduce((sum, each) => sum + each.amount, 0n);
    await checkFunds(deps, first.payer.address, { amount, data: first.data, transfers: planned.length });
    onStep({ step: 'confirm-in-wallet' });
    return await requestBatch(
      deps,
      first.payer,
      batch.id,
      planned.map(({ data }) => ({ to: deps.deployment.token.address, data })),
    );
  } catch (error) {
    throw classifyBatchFailure(error);
  }
}

/** Requests the batch exactly once. A wallet that already knows its id has received it earlier and does not send it again. */
export async function requestBatch(
  { deployment }: TransferDeps,
  payer: Payer,
  id: string,
  calls: readonly { to: string; data: string }[],
): Promise<string> {
  const batch = {
    version: '2.0.0',
    id,
    from: payer.address,
    chainId: numberToHex(deployment.chain.id),
    atomicRequired: false,
    calls: calls.map(({ to, data }) => ({ to, value: '0x0', data })),
  };
  try {
    const sent = await payer.request({ method: 'wallet_sendCalls', params: [batch] });
    const own = typeof sent === 'string' ? sent : (sent as { id?: unknown } | null)?.id;
    return typeof own === 'string' ? own : id;
  } catch (error) {
    if (unwrapErrors(error).some(({ code }) => code === DUPLICATE_ID)) return id;
    throw error;
  }
}
