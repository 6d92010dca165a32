/** Wallet apps that open by a link of their own; others take the `wc:` link. */
export const WALLET_APPS = [
  { name: 'MetaMask', href: 'https://metamask.app.link' },
  { name: 'Trust Wallet', href: 'https://link.trustwallet.com' },
  { name: 'Rainbow', href: 'https://rnbwapp.com' },
  { name: 'Zerion', href: 'https://wallet.zerion.io' },
] as const;

export type WalletApp = (typeof WALLET_APPS)[number];

/** Opens the app with the connection that waits for it. */
export const appLink = ({ href }: WalletApp, uri: string) => `${href}/wc?uri=${encodeURIComponent(uri)}`;

/** WalletConnect reads it to bring the same app up for later requests. */
const CHOICE_KEY = 'WALLETCONNECT_DEEPLINK_CHOICE';

/** Remembers which app was opened; null: one that only the phone knows. */
export function rememberApp(app: WalletApp | null, storage: Storage = localStorage): void {
  if (app) storage.setItem(CHOICE_KEY, JSON.stringify({ href: app.href, name: app.name }));
  else storage.removeItem(CHOICE_KEY);
}
