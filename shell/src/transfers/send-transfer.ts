import { footballAbi } from '@touchline/contracts/abi';
import { type Transfer, TransferError, type TransferStep } from '@touchline/host/transfers';
import { tokensToWei } from '@touchline/rules/tokens';
import pTimeout from 'p-timeout';
import { encodeFunctionData, isAddressEqual, numberToHex } from 'viem';
import { chainName } from '../wallet/chain-names.ts';
import { checkFunds } from './funds.ts';
import { type Payer, payerOf, type TransferDeps } from './payer.ts';
import { checkSameChain } from './same-chain.ts';
import { asTransferError } from './transfer-errors.ts';

const NO_ANSWER = 'Your wallet did not answer. Nothing was sent. Open it and try again.';

/**
 * Checks the transfer and asks the wallet to send it. Returns the transaction's hash.
 * @throws TransferError; nothing has been sent
 */
export async function sendTransfer(
  deps: TransferDeps,
  transfer: Transfer,
  onStep: (step: TransferStep) => void,
): Promise<string> {
  try {
    const amount = amountOf(transfer);
    const isPayout = transfer.purpose === 'payout';
    const ours = isPayout ? null : recipientOf(deps, transfer);
    const connected = await payerOnOurChain(deps);
    const { to, payer } = ours ? { to: ours, payer: connected } : await payoutOf(deps, transfer, connected);
    const data = encodeFunctionData({ abi: footballAbi, functionName: 'transfer', args: [to, amount] });
    await checkFunds(deps, payer.address, { amount, data });
    onStep({ step: 'confirm-in-wallet' });
    return await ask(deps, payer, data);
  } catch (error) {
    throw asTransferError(error);
  }
}

/** The payer, after checking the chain. Safe to give up on: nothing has been sent yet. */
async function payerOnOurChain(deps: TransferDeps): Promise<Payer> {
  const checked = async () => {
    const payer = await payerOf(deps.wagmi);
    checkChain(deps, payer.chainId);
    await checkSameChain(deps, payer);
    return payer;
  };
  const message = new TransferError('UNKNOWN_ERROR', NO_ANSWER, { type: 'wallet' });
  return pTimeout(checked(), { milliseconds: deps.answerMs, message });
}

function amountOf({ amount }: Transfer): bigint {
  const refused = (cause?: unknown) =>
    new TransferError('UNKNOWN_ERROR', `${amount} is not a valid amount.`, { cause });
  let wei: bigint;
  try {
    wei = tokensToWei(amount);
  } catch (cause) {
    throw refused(cause);
  }
  if (wei === 0n) throw refused();
  return wei;
}

const unknownWallet = () =>
  new TransferError('UNKNOWN_ERROR', 'This payment would go to an unknown wallet. Nothing was sent.');

/** A compromised remote must not be able to send money elsewhere. */
function recipientOf({ deployment }: TransferDeps, { to, purpose }: Transfer): `0x${string}` {
  const expected = (
    purpose === 'staking' ? deployment.staking_wallet : deployment.treasury_wallet
  ) as `0x${string}`;
  if (to.toLowerCase() !== expected.toLowerCase() || !isAddressEqual(expected, to as `0x${string}`))
    throw unknownWallet();
  return expected;
}

/**
 * The wallet that the server owes the payout to, and our account that must send it. The remote's own words are not enough: the
 * server must owe exactly this to this wallet, the connected account must have begun it, and no transaction may be known for
 * it.
 */
async function payoutOf({ api }: TransferDeps, { to, amount, payout: id = '' }: Transfer, payer: Payer) {
  const { beginPayout } = await import('@touchline/api/http/admin-money');
  const { payout } = await api.request(beginPayout, { params: { id } }).catch((cause: unknown) => {
    const said = cause instanceof Error ? cause.message : '';
    throw new TransferError('UNKNOWN_ERROR', `${said} Nothing was sent.`.trim(), { cause });
  });
  const isOwed =
    payout.state === 'SENDING' &&
    payout.transaction_hash === null &&
    payout.payer === payer.address.toLowerCase() &&
    payout.recipient.toLowerCase() === to.toLowerCase() &&
    tokensToWei(payout.amount) === tokensToWei(amount);
  if (!isOwed) throw unknownWallet();
  const sender = payer.accounts.find((account) => account.toLowerCase() === payout.sender.toLowerCase());
  if (!sender)
    throw new TransferError(
      'UNKNOWN_ERROR',
      `This must be sent from ${payout.sender}. Let your wallet show that account to this site as well, and try again.`,
      { title: 'Another Account Pays', type: 'wallet' },
    );
  return { to: payout.recipient as `0x${string}`, payer: { ...payer, address: sender } };
}

function checkChain({ deployment }: TransferDeps, chainId: number): void {
  if (chainId === deployment.chain.id) return;
  throw new TransferError(
    'UNKNOWN_ERROR',
    `Your wallet is on ${chainName(chainId)} (chain id ${chainId}). Switch it to ${deployment.chain.name} and try again.`,
    { title: 'Wrong Network', type: 'wallet' },
  );
}

const HASH = /^0x[0-9a-f]{64}$/i;

/**
 * Asks exactly once: repeating the request could pay twice. It names the chain id, so a wallet that has just switched chains
 * refuses.
 */
async function ask({ deployment }: TransferDeps, payer: Payer, data: `0x${string}`): Promise<string> {
  const hash = await payer.request({
    method: 'eth_sendTransaction',
    params: [
      {
        from: payer.address,
        to: deployment.token.address,
        value: '0x0',
        data,
        chainId: numberToHex(deployment.chain.id),
      },
    ],
  });
  if (typeof hash !== 'string' || !HASH.test(hash)) throw new Error('hash is required');
  return hash;
}
