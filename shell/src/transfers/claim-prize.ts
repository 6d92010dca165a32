import { myPrizes, type PrizeClaim } from '@touchline/api/http/prizes';
import { prizeVaultAbi } from '@touchline/contracts/abi';
import { type ClaimResult, TRANSFER_TEXT, TransferError, type TransferStep } from '@touchline/host/transfers';
import {
  encodeFunctionData,
  isAddressEqual,
  parseEventLogs,
  type TransactionReceipt,
  WaitForTransactionReceiptTimeoutError,
} from 'viem';
import { call, readContract, waitForTransactionReceipt } from 'viem/actions';
import { decodeRevert } from './decode-revert.ts';
import { checkGas } from './funds.ts';
import type { Payer, TransferDeps } from './payer.ts';
import { getPayerOnChain, requestTransaction } from './send-transfer.ts';
import { classifyFailure } from './transfer-errors.ts';
import { isKnown } from './wait-for-receipt.ts';

/**
 * Claims the prize of an entry. Prize, proof and vault come from the server, never from a remote. Returns the hash of the sent
 * transaction, or null if the prize is already paid.
 * @throws TransferError; nothing has been sent then
 */
export async function sendClaim(
  deps: TransferDeps,
  participationId: string,
  onStep: (step: TransferStep) => void,
): Promise<string | null> {
  try {
    const claim = await loadClaim(deps, participationId);
    if (claim === null || (await isPaid(deps, claim))) return null;
    const payer = await getPayerOnChain(deps);
    const data = encodeClaim(claim);
    const paid = await findClaimProblem(deps, payer, claim, data);
    if (paid) return null;
    await checkGas(deps, payer.address, { to: claim.vault, data, payerNeeds: 'You need', note: SAFE });
    onStep({ step: 'confirm-in-wallet' });
    return await requestTransaction(deps, payer, { to: claim.vault, data });
  } catch (error) {
    const failure = classifyFailure(error);
    if (failure.code !== 'NETWORK_ERROR' || failure.message.endsWith(SAFE)) throw failure;
    const { message, hash, cause } = failure;
    throw new TransferError('NETWORK_ERROR', `${message} ${SAFE}`, { ...(hash ? { hash } : {}), cause });
  }
}

const SAFE = 'Your prize is safe.';

/**
 * Waits for the receipt and finds whether the prize is paid, by this transaction or, as the vault says, by any other.
 * @throws TransferError; NETWORK_ERROR while the transaction may still be mined. An unpaid claim whose transaction the chain does not
 * know after the timeout has failed: a second claim cannot harm, because the vault pays once.
 */
export async function waitForClaim(
  deps: TransferDeps,
  participationId: string,
  hash: string,
): Promise<ClaimResult> {
  try {
    const receipt = await findReceipt(deps, hash as `0x${string}`);
    const claim = await loadClaim(deps, participationId);
    if (claim === null || (receipt && hasPaid(receipt, claim)) || (await isPaid(deps, claim)))
      return { hash: receipt?.status === 'success' ? receipt.transactionHash : null };
    if (receipt === null && (await isKnown(deps, hash as `0x${string}`)))
      throw new TransferError('NETWORK_ERROR', 'The claim is still pending.');
  } catch (error) {
    const { message, cause } = classifyFailure(error);
    throw new TransferError('NETWORK_ERROR', TRANSFER_TEXT.NETWORK_ERROR, { hash, cause: cause ?? message });
  }
  throw claimError('The claim was not executed. Your prize is safe and still yours to claim. Try again.');
}

/** Waits for the receipt. Null after the timeout. */
const findReceipt = (
  { wagmi, receiptMs }: TransferDeps,
  hash: `0x${string}`,
): Promise<TransactionReceipt | null> =>
  waitForTransactionReceipt(wagmi.getClient(), { hash, timeout: receiptMs }).catch((error: unknown) => {
    if (error instanceof WaitForTransactionReceiptTimeoutError) return null;
    throw error;
  });

/** Loads the claim data of an entry's prize. Null if the prize is paid. */
async function loadClaim(
  { api, deployment }: TransferDeps,
  participationId: string,
): Promise<PrizeClaim | null> {
  const { prizes } = await api.request(myPrizes, {}).catch((cause: unknown) => {
    const message = cause instanceof Error ? cause.message : '';
    throw new TransferError('NETWORK_ERROR', `${message} Nothing was sent. ${SAFE}`.trim(), {
      cause,
    });
  });
  const prize = prizes.find((each) => each.participation_id === participationId);
  if (!prize) throw claimError('This account has no such prize. Nothing was sent.');
  if (prize.state !== 'DUE') return null;
  if (!prize.claim) throw claimError('This prize cannot be claimed yet. It is safe. Try again later.');
  if (prize.claim.chain_id !== deployment.chain.id)
    throw claimError('This prize is on another chain than this site. Nothing was sent. Your prize is safe.');
  return prize.claim;
}

const encodeClaim = ({ game_key, index, account, amount, proof }: PrizeClaim) =>
  encodeFunctionData({
    abi: prizeVaultAbi,
    functionName: 'claim',
    args: [
      game_key as `0x${string}`,
      BigInt(index),
      account as `0x${string}`,
      BigInt(amount),
      proof as `0x${string}`[],
    ],
  });

/** True if the transaction paid the prize. An RPC that has its receipt may still read the state of an earlier block. */
const hasPaid = ({ logs }: TransactionReceipt, { vault, game_key, index }: PrizeClaim): boolean =>
  parseEventLogs({ abi: prizeVaultAbi, eventName: 'Paid', logs }).some(
    ({ address, args }) =>
      isAddressEqual(address, vault as `0x${string}`) &&
      args.game === game_key.toLowerCase() &&
      args.index === BigInt(index),
  );

/** True if the vault has paid the prize. */
export const isPaid = (
  { wagmi }: TransferDeps,
  { vault, game_key, index }: Pick<PrizeClaim, 'vault' | 'game_key' | 'index'>,
): Promise<boolean> =>
  readContract(wagmi.getClient(), {
    abi: prizeVaultAbi,
    address: vault as `0x${string}`,
    functionName: 'isPaid',
    args: [game_key as `0x${string}`, BigInt(index)],
  });

const PROBLEMS: Readonly<Record<string, string>> = {
  InvalidProof:
    'The vault did not accept the proof of this prize. Nothing was sent. Your prize is safe. Reload the page and try again.',
  ClaimsClosed: 'Claims of this game are not open yet. Nothing was sent. Your prize is safe.',
  InsufficientFunds:
    'The vault does not hold this prize any more. Nothing was sent. The prize is still due to you: contact support.',
};

/** Simulates the claim. Returns true if the prize has been paid in between. @throws TransferError if the vault would revert */
async function findClaimProblem(
  { wagmi }: TransferDeps,
  payer: Payer,
  { vault }: PrizeClaim,
  data: `0x${string}`,
): Promise<boolean> {
  try {
    await call(wagmi.getClient(), { account: payer.address, to: vault as `0x${string}`, data });
    return false;
  } catch (error) {
    const name = decodeRevert(error, prizeVaultAbi)?.errorName;
    if (name === 'AlreadyPaid') return true;
    const text = name === undefined ? undefined : PROBLEMS[name];
    if (text === undefined) throw error;
    throw claimError(text);
  }
}

const claimError = (message: string) =>
  new TransferError('CONTRACT_ERROR', message, { title: 'Claim Failed' });
