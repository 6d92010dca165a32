import { setTimeout as sleep } from 'node:timers/promises';
import { rpc } from '@touchline/local-stack/dependencies/json-rpc';
import { type Hex, keccak256, parseTransaction, recoverTransactionAddress } from 'viem';
import { rpcBatch } from './json-rpc-batch.ts';

/** The wallets' transactions; like a real network it mines again what a reorganisation removed, with few exceptions. */
export interface Network {
  /** Sends a signed transaction, as often as needed. @returns its hash */
  send(raw: Hex): Promise<Hex>;
  /**
   * Sends everything again that is not mined, and drops what never can be: a killed anvil may keep what a transaction did
   * and forget the transaction. @returns how many were not mined
   */
  sendAgain(): Promise<number>;
  /** Never sends a transaction again: its sender replaced it, or nobody kept it. */
  drop(hash: Hex): void;
  isDropped(hash: Hex): boolean;
}

export function createNetwork(rpcUrl: string, signal: AbortSignal): Network {
  const kept = new Map<Hex, Hex>();
  const dropped = new Set<Hex>();
  const withoutReceipt = async (hashes: readonly Hex[]) => {
    const calls = hashes.map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] }));
    const receipts = await rpcBatch(rpcUrl, calls);
    return hashes.filter((_, index) => receipts[index] === null);
  };
  const withUsedNonce = async (hashes: readonly Hex[]) => {
    const sent = await Promise.all(hashes.map((hash) => senderAndNonce(kept.get(hash)!)));
    const calls = sent.map(({ from }) => ({ method: 'eth_getTransactionCount', params: [from, 'latest'] }));
    const counts = await rpcBatch(rpcUrl, calls);
    return hashes.filter((_, index) => Number(counts[index]) > sent[index]!.nonce);
  };
  const isMined = async (hash: Hex) => (await rpc(rpcUrl, 'eth_getTransactionReceipt', [hash])) !== null;

  return {
    async send(raw) {
      const hash = keccak256(raw);
      kept.set(hash, raw);
      for (;;) {
        signal.throwIfAborted();
        try {
          await rpc(rpcUrl, 'eth_sendRawTransaction', [raw]);
          return hash;
        } catch {
          if (await isMined(hash).catch(() => false)) return hash;
          await sleep(300);
        }
      }
    },
    async sendAgain() {
      const missing = await withoutReceipt([...kept.keys()].filter((hash) => !dropped.has(hash)));
      const spent = await withUsedNonce(missing);
      for (const hash of await withoutReceipt(spent)) dropped.add(hash);
      await rpcBatch(
        rpcUrl,
        missing.map((hash) => ({ method: 'eth_sendRawTransaction', params: [kept.get(hash)] })),
      );
      return missing.length;
    },
    drop: (hash) => void dropped.add(hash),
    isDropped: (hash) => dropped.has(hash),
  };
}

async function senderAndNonce(raw: Hex): Promise<{ from: Hex; nonce: number }> {
  const serializedTransaction = raw as Parameters<
    typeof recoverTransactionAddress
  >[0]['serializedTransaction'];
  const from = await recoverTransactionAddress({ serializedTransaction });
  return { from, nonce: parseTransaction(raw).nonce ?? 0 };
}
