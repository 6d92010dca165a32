import { footballAbi } from '@touchline/chain/abi';
import { type Transfer, TransferError, type TransferStep } from '@touchline/host/transfers';
import { weiOf } from '@touchline/rules/tokens';
import { encodeFunctionData, isAddressEqual, numberToHex } from 'viem';
import { chainName } from '../wallet/chain-names.ts';
import { within } from '../within.ts';
import { checkFunds } from './funds.ts';
import { type Payer, payerOf, type TransferDeps } from './payer.ts';
import { checkSameChain } from './same-chain.ts';
import { asTransferError } from './transfer-errors.ts';

const SILENT = 'Your wallet did not answer, and nothing was sent. Open it and try again.';

/**
 * Everything up to the transaction's hash: checks first, then asks the wallet. Nothing has been sent when it raises
 * TransferError.
 */
export async function sendTransfer(
  deps: TransferDeps,
  transfer: Transfer,
  onStep: (step: TransferStep) => void,
): Promise<string> {
  try {
    const amount = amountOf(transfer);
    const to = recipientOf(deps, transfer);
    const payer = await payerOnOurChain(deps);
    const data = encodeFunctionData({ abi: footballAbi, functionName: 'transfer', args: [to, amount] });
    await checkFunds(deps, payer.address, { amount, data });
    onStep({ step: 'confirm-in-wallet' });
    return await ask(deps, payer, data);
  } catch (error) {
    throw asTransferError(error);
  }
}

/** The payer, once it is known that his chain is ours. So far nothing can have been sent: a wallet that is silent is let be. */
async function payerOnOurChain(deps: TransferDeps): Promise<Payer> {
  const checked = async () => {
    const payer = await payerOf(deps.wagmi);
    checkChain(deps, payer.chainId);
    await checkSameChain(deps, payer);
    return payer;
  };
  return within(deps.answerMs, checked(), new TransferError('UNKNOWN_ERROR', SILENT, { type: 'wallet' }));
}

function amountOf({ amount }: Transfer): bigint {
  const refused = (cause?: unknown) =>
    new TransferError('UNKNOWN_ERROR', `${amount} is not an amount that can be paid.`, { cause });
  let wei: bigint;
  try {
    wei = weiOf(amount);
  } catch (cause) {
    throw refused(cause);
  }
  if (wei === 0n) throw refused();
  return wei;
}

/** A remote, or whatever got hold of one, cannot send the money elsewhere. */
function recipientOf({ deployment }: TransferDeps, { to, purpose }: Transfer): `0x${string}` {
  const wanted = (
    purpose === 'staking' ? deployment.staking_wallet : deployment.treasury_wallet
  ) as `0x${string}`;
  if (to.toLowerCase() !== wanted.toLowerCase() || !isAddressEqual(wanted, to as `0x${string}`))
    throw new TransferError(
      'UNKNOWN_ERROR',
      'This payment would go to a wallet that is not ours. Nothing was sent.',
    );
  return wanted;
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
 * Asks once, whatever the answer: a second way of asking could pay twice. The chain id goes along, so that a wallet that has
 * just moved to another chain refuses.
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
