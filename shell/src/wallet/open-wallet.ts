import type { Config as Deployment } from '@touchline/api/http/config';
import type { QrKit } from './qr-attempt.ts';
import { createWagmi, type Wagmi } from './wagmi-config.ts';
import { createWallet, type WalletStore } from './wallet.ts';

/** The wallet library and the wallet on top of it. */
export interface OpenWallet {
  wagmi: Wagmi;
  wallet: WalletStore;
}

/** Returns the function that loads QR code wallets. Undefined if the deployment has none. */
export type QrLoader = (wagmi: Wagmi, deployment: Deployment) => (() => Promise<QrKit>) | undefined;

/** Sets up the wallet library. This module and its imports form a chunk that most guests never load. */
export function openWallet(deployment: Deployment, origin: string, qrLoader: QrLoader): OpenWallet {
  const wagmi = createWagmi(deployment, origin);
  return { wagmi, wallet: createWallet(wagmi, { loadQr: qrLoader(wagmi, deployment) }) };
}
