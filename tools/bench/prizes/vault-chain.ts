import { type Chain, startChain } from '@touchline/local-stack/dependencies/chain';
import { rpc } from '@touchline/local-stack/dependencies/json-rpc';
import { waitUntil } from '@touchline/local-stack/dependencies/wait';
import { type Hex, numberToHex } from 'viem';

/** A chain with a prize vault that mines each transaction immediately. */
export interface VaultChain extends Chain {
  /** Environment of a games service on this chain, whose prizes have no review. */
  env: Record<string, string>;
  /** Sends a call of any account. @returns the gas that it used. @throws Error when it reverts */
  send(from: string, call: { to: string; data: string }): Promise<number>;
  mine(blocks: number): Promise<unknown>;
  /** Moves the time of the next block. */
  passTime(seconds: number): Promise<unknown>;
}

export async function startVaultChain(): Promise<VaultChain> {
  const chain = await startChain({ blockSeconds: 0 });
  const call = (method: string, ...params: unknown[]) => rpc(chain.rpcUrl, method, params);
  await call('anvil_autoImpersonateAccount', true);
  return {
    ...chain,
    env: {
      RPC_URL: chain.rpcUrl,
      CHAIN_ID: String(chain.chainId),
      TOKEN_ADDRESS: chain.token,
      TREASURY_WALLET: chain.treasury,
      PRIZE_VAULT: chain.vault,
      PRIZE_REVIEW_MINUTES: '0',
      // One administrator funds the pool of 200,000 tokens.
      PRIZE_FUNDING_APPROVAL_ABOVE: '1000000 FOOTBALL',
      PAYMENT_CONFIRMATIONS: '1',
      LOG_LEVEL: 'info',
    },
    async send(from, { to, data }) {
      const hash = (await call('eth_sendTransaction', {
        from,
        to,
        data,
        gas: numberToHex(15_000_000),
      })) as Hex;
      const find = async () =>
        ((await call('eth_getTransactionReceipt', hash)) as { status: Hex; gasUsed: Hex } | null) ?? false;
      // Often mined already when the node returns the hash, so that a wait would distort the times.
      const receipt =
        (await find()) ||
        (await waitUntil(find, { what: `transaction ${hash}`, timeoutMs: 60_000, everyMs: 5 }));
      if (receipt.status !== '0x1') throw new Error(`transaction ${hash} reverted`);
      return Number(receipt.gasUsed);
    },
    mine: (blocks) => call('anvil_mine', numberToHex(blocks)),
    passTime: (seconds) => call('evm_increaseTime', seconds),
  };
}
