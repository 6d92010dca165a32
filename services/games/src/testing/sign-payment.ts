import { type Hex, keccak256, parseEther, parseGwei } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { type Payers, type TestChain, transferData } from './payer.ts';

/** A signed payment that was not sent yet. */
export interface SignedPayment {
  /** The account that pays; lower case. */
  who: string;
  hash: Hex;
  /** Sends the transaction, also again after a reorganisation. */
  send(): Promise<Hex>;
}

/** Signs a payment of whole FOOTBALL to the treasury by an account of the chain. */
export async function signPayment(
  { chain, rpc }: Pick<Payers, 'rpc'> & { chain: TestChain },
  index: number,
  amount: string,
): Promise<SignedPayment> {
  const account = privateKeyToAccount(chain.accounts[index]!.privateKey);
  const raw = await account.signTransaction({
    chainId: 480,
    nonce: Number(await rpc('eth_getTransactionCount', account.address, 'latest')),
    to: chain.token,
    data: transferData(chain.treasury, parseEther(amount)),
    gas: 200_000n,
    maxFeePerGas: parseGwei('20'),
    maxPriorityFeePerGas: parseGwei('1'),
  });
  return {
    who: account.address.toLowerCase(),
    hash: keccak256(raw),
    send: () => rpc<Hex>('eth_sendRawTransaction', raw),
  };
}
