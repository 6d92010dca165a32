import { TransferError } from '@touchline/host/transfers';
import { weiToTokens } from '@touchline/rules/tokens';
import { formatTokens } from '@touchline/ui/format';
import { estimateGas, getBalance, getCode, getGasPrice } from 'viem/actions';
import { readBalance } from './balance.ts';
import type { TransferDeps } from './payer.ts';

interface PlannedTransfer {
  amount: bigint;
  data: `0x${string}`;
  /** Number of transfers that are sent together, default 1. `amount` is their sum, `data` one of them. */
  transfers?: number;
}

/**
 * PAY-12: checks the FOOTBALL and ETH balances before the wallet is involved. The ETH of contract accounts is not checked, because
 * their network fee may be sponsored.
 */
export async function checkFunds(
  { wagmi, deployment }: TransferDeps,
  address: `0x${string}`,
  { amount, data, transfers = 1 }: PlannedTransfer,
): Promise<void> {
  const client = wagmi.getClient();
  const token = deployment.token.address as `0x${string}`;
  const [tokens, ether, code] = await Promise.all([
    readBalance(wagmi, token, address),
    getBalance(client, { address }),
    getCode(client, { address }),
  ]);
  const sponsored = code !== undefined && code !== '0x';
  const { symbol } = deployment.token;
  const { symbol: coin } = deployment.chain.currency;
  if (tokens < amount) {
    const alsoGas = ether === 0n && !sponsored ? `, and some ${coin} to pay the network fee (gas)` : '';
    throw insufficientFunds(
      `You need ${formatWei(amount)} ${symbol} tokens for this${alsoGas}. Your wallet has ${formatWei(tokens)} ${symbol}.`,
    );
  }
  if (sponsored) return;
  const noGas = () =>
    insufficientFunds(
      `Your wallet has the ${formatWei(amount)} ${symbol} tokens that you need, but not enough ${coin} to pay the network fee (gas).`,
    );
  if (ether === 0n) throw noGas();
  const [gas, price] = await Promise.all([
    estimateGas(client, { account: address, to: token, data }),
    getGasPrice(client),
  ]);
  if (ether < gas * price * BigInt(transfers)) throw noGas();
}

interface PlannedCall {
  to: string;
  data: string;
  /** Gas of calls after this one, which cannot be estimated before it. */
  laterGas?: bigint;
  /** Subject of the error: "You need", "The treasury needs". */
  payerNeeds: string;
  /** Last sentence of the error. */
  note: string;
}

/**
 * Checks that a call would not revert, and the network fee. The fee of contract accounts is not checked, because it may be sponsored.
 * @throws TransferError
 */
export async function checkGas(
  { wagmi, deployment }: TransferDeps,
  address: `0x${string}`,
  { to, data, laterGas = 0n, payerNeeds, note }: PlannedCall,
): Promise<void> {
  const client = wagmi.getClient();
  const noGas = () =>
    insufficientFunds(
      `${payerNeeds} some ${deployment.chain.currency.symbol} to pay the network fee (gas). ${note}`,
    );
  const [ether, code] = await Promise.all([getBalance(client, { address }), getCode(client, { address })]);
  const sponsored = code !== undefined && code !== '0x';
  if (ether === 0n && !sponsored) throw noGas();
  const call = { account: address, to: to as `0x${string}`, data: data as `0x${string}` };
  const [gas, price] = await Promise.all([estimateGas(client, call), getGasPrice(client)]);
  if (!sponsored && ether < (gas + laterGas) * price) throw noGas();
}

const formatWei = (wei: bigint) => formatTokens(weiToTokens(wei));

const insufficientFunds = (message: string) => new TransferError('INSUFFICIENT_FUNDS', message);
