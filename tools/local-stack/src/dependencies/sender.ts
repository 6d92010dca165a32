import { waitForReceipt } from '@touchline/contracts/receipt';
import { createPublicClient, createWalletClient, type Hex, http } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';

/** A call of a contract. */
export interface Call {
  readonly to: string;
  readonly data: string;
}

/** Sends calls of an account one after another, because each may need the effects of the one before. */
export function openSender(rpcUrl: string, account: PrivateKeyAccount) {
  const transport = http(rpcUrl);
  const wallet = createWalletClient({ account, transport });
  const chain = createPublicClient({ transport });
  const toTransaction = ({ to, data }: Call) => ({ account, to: to as Hex, data: data as Hex });
  return {
    /** @throws Error while the call would revert */
    estimateGas: (call: Call): Promise<bigint> => chain.estimateGas(toTransaction(call)),
    /** Waits until the call is mined. @throws Error when it reverts */
    async send(call: Call, gas?: bigint): Promise<void> {
      const limit = gas === undefined ? {} : { gas };
      const hash = await wallet.sendTransaction({ ...toTransaction(call), ...limit, chain: null });
      const { status } = await waitForReceipt(chain, hash);
      if (status !== 'success') throw new Error(`transaction ${hash} reverted`);
    },
  };
}
