/** Wallet apps with universal links; other apps take the `wc:` link. */
export const WALLET_APPS = [
  { name: 'MetaMask', href: 'https://metamask.app.link' },
  { name: 'Trust Wallet', href: 'https://link.trustwallet.com' },
  { name: 'Rainbow', href: 'https://rnbwapp.com' },
  { name: 'Zerion', href: 'https://wallet.zerion.io' },
] as const;

export type WalletApp = (typeof WALLET_APPS)[number];

/** Opens the app with the pending connection request. */
export const appLink = ({ href }: WalletApp, uri: string) => `${href}/wc?uri=${encodeURIComponent(uri)}`;

/** Read by WalletConnect, which opens the same app for later requests. */
const CHOICE_KEY = 'WALLETCONNECT_DEEPLINK_CHOICE';

/** Remembers which app was opened; null for an unlisted one. */
export function rememberApp(app: WalletApp | null, storage: Storage = localStorage): void {
  if (app) storage.setItem(CHOICE_KEY, JSON.stringify({ href: app.href, name: app.name }));
  else storage.removeItem(CHOICE_KEY);
}
