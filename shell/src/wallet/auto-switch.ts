import { switchToProductChain } from './chain-switch.ts';
import type { WalletCore } from './wallet-state.ts';

/** WALLET-13 */
const SWITCH_AFTER_MS = 1_000;

/**
 * Requests a switch from a wallet on another chain, once per wallet and chain: after a rejection it is not repeated. Returns the
 * function that stops watching.
 */
export function switchAutomatically(core: WalletCore): () => void {
  const attempted = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const unsubscribe = core.subscribe(() => {
    clearTimeout(timer);
    const { status, wallet, chainId, rightChain, pendingRequest } = core.get();
    if (status === 'disconnected') attempted.clear();
    if (status !== 'connected' || rightChain || !wallet || pendingRequest) return;
    const key = `${wallet.uid} ${chainId}`;
    if (attempted.has(key)) return;
    timer = setTimeout(() => {
      attempted.add(key);
      void core.runRequest('switch', () => switchToProductChain(core.config));
    }, SWITCH_AFTER_MS);
  });
  return () => {
    clearTimeout(timer);
    unsubscribe();
  };
}
