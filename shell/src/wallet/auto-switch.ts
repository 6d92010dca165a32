import { switchToProductChain } from './chain-switch.ts';
import type { WalletCore } from './wallet-state.ts';

/** WALLET-13 */
const SWITCH_AFTER_MS = 1_000;

/**
 * Asks a wallet on another chain to switch, once per wallet and chain: after a refusal it is not asked again. Returns the
 * function that stops it.
 */
export function switchAutomatically(core: WalletCore): () => void {
  const asked = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const unsubscribe = core.subscribe(() => {
    clearTimeout(timer);
    const { status, wallet, chainId, rightChain, asking } = core.get();
    if (status === 'disconnected') asked.clear();
    if (status !== 'connected' || rightChain || !wallet || asking) return;
    const key = `${wallet.uid} ${chainId}`;
    if (asked.has(key)) return;
    timer = setTimeout(() => {
      asked.add(key);
      void core.ask('switch', () => switchToProductChain(core.config));
    }, SWITCH_AFTER_MS);
  });
  return () => {
    clearTimeout(timer);
    unsubscribe();
  };
}
