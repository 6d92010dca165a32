import { type Hex, keccak256, numberToHex, parseEther, parseGwei, toBytes } from 'viem';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { rpc } from '../dependencies/json-rpc.ts';
import { encodeTransfer } from '../dependencies/token-transfers.ts';
import { waitUntil } from '../dependencies/wait.ts';

interface Chain {
  readonly rpcUrl: string;
  readonly chainId: number;
  readonly token: Hex;
}

/** Signs the transfers of one account of the local chain, each with the next nonce. */
export interface Payer {
  readonly account: PrivateKeyAccount;
  /** Sends whole tokens and does not wait until they are mined. @returns the hash */
  send(to: Hex, tokens: number): Promise<Hex>;
}

/** The wallet of the n-th demo manager. */
export const demoWallet = (index: number): PrivateKeyAccount =>
  privateKeyToAccount(keccak256(toBytes(`touchline demo ${index}`)));

export async function createPayer(
  { rpcUrl, chainId, token }: Chain,
  account: PrivateKeyAccount,
): Promise<Payer> {
  let nonce = Number(await rpc(rpcUrl, 'eth_getTransactionCount', [account.address, 'pending']));
  return {
    account,
    async send(to, tokens) {
      const signed = await account.signTransaction({
        chainId,
        nonce: nonce++,
        to: token,
        data: encodeTransfer(to, parseEther(String(tokens))),
        gas: 120_000n,
        gasPrice: parseGwei('20'),
      });
      return (await rpc(rpcUrl, 'eth_sendRawTransaction', [signed])) as Hex;
    },
  };
}

/** Gives new wallets ETH for gas, and FOOTBALL from the bank; resolves once it is mined. */
export async function fund({ rpcUrl }: Chain, bank: Payer, wallets: readonly Hex[], tokens: number) {
  let last: Hex | undefined;
  for (const wallet of wallets) {
    await rpc(rpcUrl, 'anvil_setBalance', [wallet, numberToHex(parseEther('1'))]);
    last = await bank.send(wallet, tokens);
  }
  if (!last) return;
  const isMined = async () => (await rpc(rpcUrl, 'eth_getTransactionReceipt', [last])) !== null;
  await waitUntil(isMined, { what: 'the demo teams to be funded', timeoutMs: 60_000, everyMs: 250 });
}
