import { type Hex, hexToNumber } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';

export interface Transaction {
  to: Hex;
  data: Hex;
}

/** Signs a transaction as a wallet does and sends it; `call` reaches the chain. @returns its hash */
export async function sendTransaction(
  account: PrivateKeyAccount,
  { to, data }: Transaction,
  call: (method: string, params: unknown[]) => Promise<unknown>,
): Promise<unknown> {
  const [nonce, gas, price] = (await Promise.all([
    call('eth_getTransactionCount', [account.address, 'pending']),
    call('eth_estimateGas', [{ from: account.address, to, data }]),
    call('eth_gasPrice', []),
  ])) as [Hex, Hex, Hex];
  const signed = await account.signTransaction({
    to,
    data,
    chainId: 480,
    type: 'eip1559',
    nonce: hexToNumber(nonce),
    gas: BigInt(gas) * 2n,
    maxFeePerGas: BigInt(price) * 2n,
    maxPriorityFeePerGas: 1n,
  });
  return call('eth_sendRawTransaction', [signed]);
}
