import { footballAbi } from '@touchline/contracts/abi';
import { type BatchResult, TRANSFER_TEXT, TransferError } from '@touchline/host/transfers';
import { weiToTokens } from '@touchline/rules/tokens';
import { isHash, parseEventLogs, type TransactionReceipt } from 'viem';
import { waitForTransactionReceipt } from 'viem/actions';
import { getPayer, type Payer, type TransferDeps } from './payer.ts';
import { classifyBatchFailure } from './send-batch.ts';

const POLL_MS = 1_000;
const CONFIRMED = 200;

interface CallsStatus {
  /** EIP-5792: 1xx pending, 200 confirmed, 4xx and 5xx failed, 6xx partly executed. Older wallets send words. */
  status: number | string;
  receipts?: readonly { transactionHash?: unknown }[];
}

/**
 * Waits until the wallet has executed the batch, and lists the transfers of its accounts.
 * @throws TransferError; after NETWORK_ERROR the batch may still be executed
 */
export async function waitForBatch(deps: TransferDeps, id: string): Promise<BatchResult> {
  const payer = await getPayer(deps.wagmi);
  const { complete, mined } = await waitForReceipts(deps, payer, id);
  return { complete, mined: mined.flatMap((receipt) => listTransfers(deps, payer, receipt)) };
}

/**
 * Waits until the wallet has executed the batch. Receipts are read from this site's RPC, because wallets omit logs.
 * @throws TransferError; after NETWORK_ERROR the batch may still be executed
 */
export async function waitForReceipts(
  deps: TransferDeps,
  payer: Payer,
  id: string,
): Promise<{ complete: boolean; mined: TransactionReceipt[] }> {
  const { status, receipts = [] } = await pollStatus(deps, payer, id);
  const hashes = new Set(
    receipts.map(({ transactionHash }) => String(transactionHash)).filter((hash) => isHash(hash)),
  );
  const mined = await Promise.all(
    [...hashes].map((hash) =>
      waitForTransactionReceipt(deps.wagmi.getClient(), {
        hash: hash as `0x${string}`,
        timeout: deps.receiptMs,
      }),
    ),
  ).catch((cause: unknown) => {
    throw networkError(cause);
  });
  return { complete: status === CONFIRMED, mined };
}

async function pollStatus({ receiptMs }: TransferDeps, payer: Payer, id: string) {
  const until = performance.now() + receiptMs;
  for (;;) {
    const response = (await payer
      .request({ method: 'wallet_getCallsStatus', params: [id] })
      .catch((error: unknown) => {
        const failure = classifyBatchFailure(error);
        // The wallet may have accepted the batch: unless it does not know it, the transfers may be mined.
        throw failure.batch === 'unknown' ? failure : networkError(error);
      })) as CallsStatus;
    const status = response.status === 'CONFIRMED' ? CONFIRMED : Number(response.status);
    if (status >= CONFIRMED) return { ...response, status };
    if (performance.now() >= until) throw networkError(new Error('the batch is still pending'));
    await new Promise((done) => setTimeout(done, POLL_MS));
  }
}

const networkError = (cause: unknown) =>
  new TransferError('NETWORK_ERROR', TRANSFER_TEXT.NETWORK_ERROR, { cause });

function listTransfers({ deployment }: TransferDeps, { accounts }: Payer, receipt: TransactionReceipt) {
  const ours = new Set(accounts.map((account) => account.toLowerCase()));
  return parseEventLogs({ abi: footballAbi, eventName: 'Transfer', logs: receipt.logs })
    .filter(({ address, args }) => isToken(deployment, address) && ours.has(args.from.toLowerCase()))
    .map(({ args }) => ({
      hash: receipt.transactionHash,
      to: args.to.toLowerCase(),
      amount: weiToTokens(args.value),
    }));
}

const isToken = ({ token }: TransferDeps['deployment'], address: string) =>
  address.toLowerCase() === token.address.toLowerCase();
