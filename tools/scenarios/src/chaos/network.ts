import { setTimeout as sleep } from 'node:timers/promises';
import { rpc } from '@touchline/local-stack/dependencies/json-rpc';
import { type Hex, keccak256, parseTransaction, recoverTransactionAddress } from 'viem';
import { sendRpcBatch } from './json-rpc-batch.ts';

/** Sends the wallets' transactions. Like a real network it resends transactions that a reorganisation removed, except dropped ones. */
export interface Network {
  /** Sends a signed transaction and retries until it is accepted, or another one has used its nonce. @returns the hash */
  send(raw: Hex): Promise<Hex>;
  /**
   * Resends all transactions that are not mined and drops those whose nonce is used: a killed anvil may keep the effects of
   * a transaction and lose the transaction. @returns the number of transactions that were not mined
   */
  resend(): Promise<number>;
  /** Stops resending a transaction, as if its sender replaced it or every node lost it. */
  drop(hash: Hex): void;
  isDropped(hash: Hex): boolean;
}

export function createNetwork(rpcUrl: string, signal: AbortSignal): Network {
  const sentByHash = new Map<Hex, Hex>();
  const dropped = new Set<Hex>();
  const findWithoutReceipt = async (hashes: readonly Hex[]) => {
    const calls = hashes.map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] }));
    const receipts = await sendRpcBatch(rpcUrl, calls);
    return hashes.filter((_, index) => receipts[index] === null);
  };
  const findWithUsedNonce = async (hashes: readonly Hex[]) => {
    const sent = await Promise.all(hashes.map((hash) => readSenderAndNonce(sentByHash.get(hash)!)));
    const calls = sent.map(({ from }) => ({ method: 'eth_getTransactionCount', params: [from, 'latest'] }));
    const counts = await sendRpcBatch(rpcUrl, calls);
    return hashes.filter((_, index) => Number(counts[index]) > sent[index]!.nonce);
  };
  const isMined = async (hash: Hex) => (await rpc(rpcUrl, 'eth_getTransactionReceipt', [hash])) !== null;

  const resend = async () => {
    const missing = await findWithoutReceipt([...sentByHash.keys()].filter((hash) => !dropped.has(hash)));
    const spent = await findWithUsedNonce(missing);
    for (const hash of await findWithoutReceipt(spent)) dropped.add(hash);
    await sendRpcBatch(
      rpcUrl,
      missing.map((hash) => ({ method: 'eth_sendRawTransaction', params: [sentByHash.get(hash)] })),
    );
    return missing.length;
  };

  return {
    async send(raw) {
      const hash = keccak256(raw);
      sentByHash.set(hash, raw);
      for (;;) {
        signal.throwIfAborted();
        try {
          await rpc(rpcUrl, 'eth_sendRawTransaction', [raw]);
          return hash;
        } catch {
          if (await isMined(hash).catch(() => false)) return hash;
          // A lost transaction of the sender leaves a gap, and the one after it keeps this nonce in the queue until the gap is filled.
          await resend().catch(() => 0);
          if (dropped.has(hash)) return hash;
          await sleep(300);
        }
      }
    },
    resend,
    drop: (hash) => void dropped.add(hash),
    isDropped: (hash) => dropped.has(hash),
  };
}

async function readSenderAndNonce(raw: Hex): Promise<{ from: Hex; nonce: number }> {
  const serializedTransaction = raw as Parameters<
    typeof recoverTransactionAddress
  >[0]['serializedTransaction'];
  const from = await recoverTransactionAddress({ serializedTransaction });
  return { from, nonce: parseTransaction(raw).nonce ?? 0 };
}
