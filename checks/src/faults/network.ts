import { setTimeout as sleep } from 'node:timers/promises';
import { rpc } from '@touchline/platform/parts/json-rpc';
import { type Hex, keccak256 } from 'viem';
import { rpcBatch } from './json-rpc-batch.ts';

/** The wallets' transactions; like a real network it mines again what a reorganisation removed, with few exceptions. */
export interface Network {
  /** Sends a signed transaction, as often as needed. @returns its hash */
  send(raw: Hex): Promise<Hex>;
  /** Sends everything again that is not mined. @returns how many */
  sendAgain(): Promise<number>;
  /** Never sends a transaction again: its sender replaced it, or nobody kept it. */
  drop(hash: Hex): void;
  isDropped(hash: Hex): boolean;
}

export function createNetwork(rpcUrl: string, signal: AbortSignal): Network {
  const kept = new Map<Hex, Hex>();
  const dropped = new Set<Hex>();
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
      const candidates = [...kept].filter(([hash]) => !dropped.has(hash));
      const receipts = await rpcBatch(
        rpcUrl,
        candidates.map(([hash]) => ({ method: 'eth_getTransactionReceipt', params: [hash] })),
      );
      const missing = candidates.filter((_, index) => receipts[index] === null);
      await rpcBatch(
        rpcUrl,
        missing.map(([, raw]) => ({ method: 'eth_sendRawTransaction', params: [raw] })),
      );
      return missing.length;
    },
    drop: (hash) => void dropped.add(hash),
    isDropped: (hash) => dropped.has(hash),
  };
}
