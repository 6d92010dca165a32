import { tryStore } from '../storage.ts';

/** Wallet apps with universal links. Other apps use the `wc:` link. */
export const WALLET_APPS = [
  { name: 'MetaMask', href: 'https://metamask.app.link' },
  { name: 'Trust Wallet', href: 'https://link.trustwallet.com' },
  { name: 'Rainbow', href: 'https://rnbwapp.com' },
  { name: 'Zerion', href: 'https://wallet.zerion.io' },
] as const;

export type WalletApp = (typeof WALLET_APPS)[number];

/** Link that opens the app with the pending connection request. */
export const buildAppLink = ({ href }: WalletApp, uri: string) => `${href}/wc?uri=${encodeURIComponent(uri)}`;

/** Storage key of WalletConnect, which opens the same app for later requests. */
const CHOICE_KEY = 'WALLETCONNECT_DEEPLINK_CHOICE';

/** Stores the app that was opened. Null for an unlisted app. */
export function rememberApp(app: WalletApp | null): void {
  if (app) tryStore(localStorage, CHOICE_KEY, JSON.stringify({ href: app.href, name: app.name }));
  else localStorage.removeItem(CHOICE_KEY);
}
