import type { Config as Deployment } from '@touchline/api/http/config';
import type { QrKit } from './qr-attempt.ts';
import { createWagmi, type Wagmi } from './wagmi-config.ts';
import { createWallet, type WalletStore } from './wallet.ts';

/** The wallet library and the wallet on top of it. */
export interface OpenWallet {
  wagmi: Wagmi;
  wallet: WalletStore;
}

/** Sets up the wallet library. This module and its imports form a chunk that most guests never load. */
export function openWallet(
  deployment: Deployment,
  origin: string,
  loadQr = createQrLoader(deployment, origin),
): OpenWallet {
  const wagmi = createWagmi(deployment, origin);
  return { wagmi, wallet: createWallet(wagmi, loadQr && (() => loadQr(wagmi))) };
}

/** Returns the function that loads QR code wallets from a separate chunk. Undefined if the deployment has none. */
function createQrLoader({ walletconnect }: Deployment, origin: string) {
  if (!walletconnect) return undefined;
  return async (wagmi: Wagmi): Promise<QrKit> => {
    const { createQrKit } = await import('./qr-kit.ts');
    return createQrKit(wagmi, walletconnect, origin);
  };
}
