import { getSettlementFunding, listUnpaidPrizes } from '@touchline/api/http/admin-prizes';
import { footballAbi, prizeVaultAbi } from '@touchline/contracts/abi';
import { TRANSFER_TEXT, TransferError, type VaultOptions } from '@touchline/host/transfers';
import { formatPrizeExact } from '@touchline/ui/format';
import {
  type Address,
  type Hex,
  isAddressEqual,
  parseEventLogs,
  type TransactionReceipt,
  WaitForTransactionReceiptTimeoutError,
} from 'viem';
import { readContract } from 'viem/actions';
import { readBalance } from './balance.ts';
import { isPaid } from './claim-prize.ts';
import { checkGas } from './funds.ts';
import type { Payer, TransferDeps } from './payer.ts';
import { classifyBatchFailure, requestBatch, supportsBatches } from './send-batch.ts';
import { getPayerOnChain, requestTransaction, throwNothingSent } from './send-transfer.ts';
import { waitForBatch, waitForReceipts } from './wait-for-batch.ts';
import { isKnown, waitForReceipt } from './wait-for-receipt.ts';

type Funding = Awaited<ReturnType<typeof readFunding>>;
type Call = Funding['settle'];
/** Upper limit of the gas of `settle` and `refill`, which cannot be estimated before the approval. */
const SETTLE_GAS = 200_000n;

type OnStep = NonNullable<VaultOptions['onStep']>;

/** Prefix of a `pending` that is a batch of the wallet; otherwise it is a transaction hash. */
const BATCH = 'batch:';

/**
 * Funds the settlement of a game, or refills it after its unclaimed prizes were taken back. The chain determines what is left to do: after an interruption, an existing approval is used
 * and an existing settlement is not requested again.
 * @throws TransferError
 */
export async function fundPrizes(
  deps: TransferDeps,
  game: string,
  { pending = null, onStep = () => {} }: VaultOptions,
): Promise<void> {
  try {
    onStep({ step: 'checking' });
    if (pending !== null) await waitForPending(deps, pending);
    const funding = await readFunding(deps, game);
    if (await isFunded(deps, funding)) return;
    const payer = selectSender(await getPayerOnChain(deps), funding);
    await checkTokens(deps, funding);
    const mined = await sendFunding(deps, payer, { funding, onStep });
    if (!hasFunded(mined, funding) && !(await isFunded(deps, funding))) throw contractError();
  } catch (error) {
    throw classifyBatchFailure(error);
  }
}

/**
 * Pays the next batch of unpaid prizes. The vault skips those that were claimed in between.
 * @throws TransferError
 */
export async function payPrizes(
  deps: TransferDeps,
  { game, after }: { game: string; after: string | null },
  { pending = null, onStep = () => {} }: VaultOptions,
): Promise<{ next: string | null; prizes: number }> {
  try {
    onStep({ step: 'checking' });
    if (pending !== null) await waitForPending(deps, pending);
    const request = { params: { id: game }, query: after === null ? {} : { after } };
    const { claims, call, next } = await deps.api.request(listUnpaidPrizes, request).catch(throwNothingSent);
    const paid = await Promise.all(claims.map((claim) => isPaid(deps, claim)));
    if (call && !paid.every(Boolean)) {
      const payer = await getPayerOnChain(deps);
      // A call that reverts fails here, before the wallet is asked.
      await checkGas(deps, payer.address, { ...call, payerNeeds: 'You need', note: 'Nothing was sent.' });
      onStep({ step: 'confirm-in-wallet', action: 'pay' });
      await sendCall(deps, payer, { call, onStep });
    }
    return { next, prizes: claims.length };
  } catch (error) {
    throw classifyBatchFailure(error);
  }
}

const readFunding = ({ api }: TransferDeps, id: string) =>
  api.request(getSettlementFunding, { params: { id } }).catch(throwNothingSent);

/** @throws TransferError if the wallet does not expose the treasury's account */
function selectSender(payer: Payer, { sender }: Funding): Payer {
  const address = payer.accounts.find((account) => account.toLowerCase() === sender.toLowerCase());
  if (address) return { ...payer, address };
  throw new TransferError(
    'UNKNOWN_ERROR',
    `Prizes must be funded from ${sender}. Connect that account to this site in your wallet and try again. Nothing was sent.`,
    { title: 'Wrong Account', type: 'wallet' },
  );
}

/** True if the vault has this settlement and its tokens. @throws TransferError if it has another one of this game */
async function isFunded({ wagmi }: TransferDeps, funding: Funding): Promise<boolean> {
  const vault = {
    abi: prizeVaultAbi,
    address: funding.vault as Address,
    args: [funding.game_key as Hex],
  } as const;
  const [, , root] = await readContract(wagmi.getClient(), { ...vault, functionName: 'settlements' });
  if (BigInt(root) === 0n) return false;
  if (root.toLowerCase() === funding.root.toLowerCase()) {
    if (!funding.refill) return true;
    return (await readContract(wagmi.getClient(), { ...vault, functionName: 'reclaimed' })) === 0n;
  }
  throw new TransferError(
    'CONTRACT_ERROR',
    'The vault has another settlement of this game. Revoke it before claims open, then fund again. Nothing was sent.',
  );
}

/** True if one of our transactions funded the settlement. An RPC that has its receipt may still read the state of an earlier block. */
const hasFunded = (mined: readonly TransactionReceipt[], { vault, game_key, refill }: Funding) =>
  parseEventLogs({
    abi: prizeVaultAbi,
    eventName: refill ? 'Refilled' : 'Settled',
    logs: mined.flatMap(({ logs }) => logs),
  }).some(
    ({ address, args }) => isAddressEqual(address, vault as Address) && args.game === game_key.toLowerCase(),
  );

async function checkTokens({ wagmi }: TransferDeps, { sender, token, total }: Funding): Promise<void> {
  const held = await readBalance(wagmi, token.address, sender);
  if (held >= BigInt(total)) return;
  throw new TransferError(
    'INSUFFICIENT_FUNDS',
    `The treasury needs ${formatPrizeExact(total, token)} for these prizes and has ${formatPrizeExact(held.toString(), token)}. Nothing was sent.`,
  );
}

interface FundingRequest {
  funding: Funding;
  onStep: OnStep;
}

/** @returns the receipts of the call that moves the tokens to the vault */
async function sendFunding(
  deps: TransferDeps,
  payer: Payer,
  { funding, onStep }: FundingRequest,
): Promise<TransactionReceipt[]> {
  const approved = await readContract(deps.wagmi.getClient(), {
    abi: footballAbi,
    address: funding.token.address as Address,
    functionName: 'allowance',
    args: [payer.address, funding.vault as Address],
  });
  const isApproved = approved >= BigInt(funding.total);
  const last = funding.refill ?? funding.settle;
  await checkGas(deps, payer.address, {
    ...(isApproved ? last : funding.approve),
    laterGas: isApproved ? 0n : SETTLE_GAS,
    payerNeeds: 'The treasury needs',
    note: 'Nothing was sent.',
  });
  if (!isApproved) {
    const mined = await sendTogether(deps, payer, { funding, onStep });
    if (mined) return mined;
    onStep({ step: 'confirm-in-wallet', action: 'approve' });
    await sendCall(deps, payer, { call: funding.approve, onStep });
  }
  onStep({ step: 'confirm-in-wallet', action: 'settle' });
  return [await sendCall(deps, payer, { call: last, onStep })];
}

/** Sends both calls with one confirmation. @returns the receipts; null if the wallet cannot, so that nothing was sent */
async function sendTogether(
  deps: TransferDeps,
  payer: Payer,
  { funding, onStep }: FundingRequest,
): Promise<TransactionReceipt[] | null> {
  if (!(await supportsBatches(deps))) return null;
  const id = `touchline-${crypto.randomUUID()}`;
  onStep({ step: 'confirm-in-wallet', action: 'approve-and-settle', pending: `${BATCH}${id}` });
  try {
    const sent = await requestBatch(deps, payer, id, [funding.approve, funding.refill ?? funding.settle]);
    onStep({ step: 'sent', pending: `${BATCH}${sent}` });
    return (await waitForReceipts(deps, payer, sent)).mined;
  } catch (error) {
    const failure = classifyBatchFailure(error);
    if (failure.batch === 'unsupported' || failure.batch === 'too-large') return null;
    throw failure;
  }
}

async function sendCall(
  deps: TransferDeps,
  payer: Payer,
  { call, onStep }: { call: Call; onStep: OnStep },
): Promise<TransactionReceipt> {
  const hash = await requestTransaction(deps, payer, call);
  onStep({ step: 'sent', pending: hash });
  return waitForSuccess(deps, hash);
}

/** Waits for an earlier request, unless it was dropped or never sent. The chain is read after that. */
async function waitForPending(deps: TransferDeps, pending: string): Promise<void> {
  const isBatch = pending.startsWith(BATCH);
  const wait = isBatch ? waitForBatch(deps, pending.slice(BATCH.length)) : waitForSuccess(deps, pending);
  await wait.catch(async (error: unknown) => {
    if (isBatch && classifyBatchFailure(error).batch === 'unknown') return;
    if (!isBatch && isTimeout(error) && !(await isKnown(deps, pending as Hex))) return;
    throw error;
  });
}

const isTimeout = (error: unknown) =>
  error instanceof TransferError && error.cause instanceof WaitForTransactionReceiptTimeoutError;

/** Waits for the receipt, also if the user speeds up the transaction. @throws TransferError USER_REJECTED after any other replacement */
async function waitForSuccess(deps: TransferDeps, hash: string): Promise<TransactionReceipt> {
  const { receipt, isReplaced } = await waitForReceipt(deps, hash);
  if (isReplaced) throw new TransferError('USER_REJECTED', TRANSFER_TEXT.USER_REJECTED);
  if (receipt.status === 'reverted') throw contractError();
  return receipt;
}

const contractError = () =>
  new TransferError(
    'CONTRACT_ERROR',
    'The vault rejected the transaction, so no tokens were moved. Reload the settlement and try again.',
  );
