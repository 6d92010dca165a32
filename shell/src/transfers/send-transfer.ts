import { footballAbi } from '@touchline/contracts/abi';
import { type Transfer, TransferError, type TransferStep } from '@touchline/host/transfers';
import { tokensToWei } from '@touchline/rules/tokens';
import pTimeout from 'p-timeout';
import { encodeFunctionData, isAddressEqual, isHash, numberToHex } from 'viem';
import { getChainName } from '../wallet/chain-names.ts';
import { checkFunds } from './funds.ts';
import { getPayer, type Payer, type TransferDeps } from './payer.ts';
import { checkSameChain } from './same-chain.ts';
import { classifyFailure } from './transfer-errors.ts';

const NO_RESPONSE = 'Your wallet did not respond. Nothing was sent. Open it and try again.';

/**
 * Checks the transfer and requests it from the wallet. Returns the transaction's hash.
 * @throws TransferError; nothing has been sent then
 */
export async function sendTransfer(
  deps: TransferDeps,
  transfer: Transfer,
  onStep: (step: TransferStep) => void,
): Promise<string> {
  try {
    const { amount, data, payer } = await planTransfer(deps, transfer, () => getPayerOnChain(deps));
    await checkFunds(deps, payer.address, { amount, data });
    onStep({ step: 'confirm-in-wallet' });
    return await requestTransaction(deps, payer, { to: deps.deployment.token.address, data });
  } catch (error) {
    throw classifyFailure(error);
  }
}

/** Returns the payer after checking its chain. A timeout is safe, because nothing has been sent yet. */
export async function getPayerOnChain(deps: TransferDeps): Promise<Payer> {
  const checked = async () => {
    const payer = await getPayer(deps.wagmi);
    assertChain(deps, payer.chainId);
    await checkSameChain(deps, payer);
    return payer;
  };
  const message = new TransferError('UNKNOWN_ERROR', NO_RESPONSE, { type: 'wallet' });
  return pTimeout(checked(), { milliseconds: deps.responseMs, message });
}

/**
 * Verifies a transfer. Reads its payer only after the amount and, except for a payout, the recipient are valid, because such an error
 * must not involve the wallet. Returns the transfer's data and the account that must send it.
 * @throws TransferError
 */
export async function planTransfer(deps: TransferDeps, transfer: Transfer, readPayer: () => Promise<Payer>) {
  const amount = parseAmount(transfer);
  const { to, payer } =
    transfer.purpose === 'payout'
      ? await verifyPayout(deps, transfer, await readPayer())
      : { to: verifyRecipient(deps, transfer), payer: verifyPayer(deps, await readPayer()) };
  const data = encodeFunctionData({ abi: footballAbi, functionName: 'transfer', args: [to, amount] });
  return { amount, data, payer };
}

function parseAmount({ amount }: Transfer): bigint {
  const invalidAmount = (cause?: unknown) =>
    new TransferError('UNKNOWN_ERROR', `${amount} is not a valid amount.`, { cause });
  let wei: bigint;
  try {
    wei = tokensToWei(amount);
  } catch (cause) {
    throw invalidAmount(cause);
  }
  if (wei === 0n) throw invalidAmount();
  return wei;
}

const unknownWalletError = () =>
  new TransferError('UNKNOWN_ERROR', 'This payment would go to an unknown wallet. Nothing was sent.');

/** Returns the deployment's wallet for the purpose. A compromised remote must not be able to send money elsewhere. */
function verifyRecipient({ deployment }: TransferDeps, { to, purpose }: Transfer): `0x${string}` {
  const expected = (
    purpose === 'staking' ? deployment.staking_wallet : deployment.treasury_wallet
  ) as `0x${string}`;
  if (to.toLowerCase() !== expected.toLowerCase() || !isAddressEqual(expected, to as `0x${string}`))
    throw unknownWalletError();
  return expected;
}

/** Returns the payer if it is signed in. It may not be: another tab may have signed in with another wallet. */
function verifyPayer({ user }: TransferDeps, payer: Payer): Payer {
  const account = user();
  if (account === payer.address.toLowerCase()) return payer;
  if (account) throw wrongAccountError('payment', account);
  throw new TransferError('UNKNOWN_ERROR', 'You are signed out. Sign in and try again.', { type: 'wallet' });
}

const wrongAccountError = (payment: 'payment' | 'payout', account: string) =>
  new TransferError(
    'UNKNOWN_ERROR',
    `This ${payment} must be sent from ${account}. Connect that account to this site in your wallet and try again.`,
    { title: 'Wrong Account', type: 'wallet' },
  );

/**
 * Returns the recipient of the payout and the account that must send it, after verifying the remote's input with the server. Amount
 * and recipient must match, the connected account must have started the payout, and no transaction may be reported for it.
 */
async function verifyPayout({ api }: TransferDeps, { to, amount, payout: id = '' }: Transfer, payer: Payer) {
  const { beginPayout } = await import('@touchline/api/http/admin-money');
  const { payout } = await api.request(beginPayout, { params: { id } }).catch(throwNothingSent);
  const isPayable =
    payout.state === 'SENDING' &&
    payout.transaction_hash === null &&
    payout.payer === payer.address.toLowerCase() &&
    payout.recipient.toLowerCase() === to.toLowerCase() &&
    tokensToWei(payout.amount) === tokensToWei(amount);
  if (!isPayable) throw unknownWalletError();
  const sender = payer.accounts.find((account) => account.toLowerCase() === payout.sender.toLowerCase());
  if (!sender) throw wrongAccountError('payout', payout.sender);
  return { to: payout.recipient as `0x${string}`, payer: { ...payer, address: sender } };
}

/** @throws TransferError with the message of a failed request to our server and "Nothing was sent." */
export function throwNothingSent(cause: unknown): never {
  const message = cause instanceof Error ? cause.message : '';
  throw new TransferError('UNKNOWN_ERROR', `${message} Nothing was sent.`.trim(), { cause });
}

function assertChain({ deployment }: TransferDeps, chainId: number): void {
  if (chainId === deployment.chain.id) return;
  throw new TransferError(
    'UNKNOWN_ERROR',
    `Your wallet is on ${getChainName(chainId)} (chain id ${chainId}). Switch it to ${deployment.chain.name} and try again.`,
    { title: 'Wrong Network', type: 'wallet' },
  );
}

/**
 * Requests the transaction exactly once, because a repeated request could pay twice. It contains the chain id, so that a wallet that
 * has just switched chains rejects it.
 */
export async function requestTransaction(
  { deployment }: TransferDeps,
  payer: Payer,
  { to, data }: { to: string; data: string },
): Promise<string> {
  const hash = await payer.request({
    method: 'eth_sendTransaction',
    params: [
      {
        from: payer.address,
        to,
        value: '0x0',
        data,
        chainId: numberToHex(deployment.chain.id),
      },
    ],
  });
  if (typeof hash !== 'string' || !isHash(hash)) throw new Error('hash is required');
  return hash;
}
