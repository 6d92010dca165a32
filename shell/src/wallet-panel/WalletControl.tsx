import { useWatched } from '@touchline/host/host';
import { Stack } from '@touchline/ui/base';
import { lazyPart } from '../lazy-part.tsx';
import { useShell } from '../shell-context.ts';
import { BrowserWallet } from './BrowserWallet.tsx';
import { CancelQr } from './CancelQr.tsx';
import { Progress } from './Progress.tsx';
import { QrWallet } from './QrWallet.tsx';
import classes from './WalletControl.module.css';

/**
 * Control to connect a wallet and sign in. It appears in the header, on the home page and on pages of remotes, always with the same
 * state. WALLET-12: disconnected, wrong chain, authenticating, authenticated.
 */
export function WalletControl() {
  const { wallet, signIn, host } = useShell();
  const { user } = useWatched(host.session);
  const { status, address, rightChain, error, pendingRequest, opening } = useWatched(wallet);
  const { error: signInError } = useWatched(signIn);
  const connecting =
    status === 'connecting' || status === 'reconnecting' || pendingRequest === 'qr' || opening;
  const near = () => void wallet.ensureLoaded();
  const isUserShown = user && (status !== 'connected' || user.wallet_address === address);
  const wrongChain = status === 'connected' && !rightChain;
  // On the wrong chain the strip below the header shows the error.
  const message = wrongChain ? null : (error ?? signInError);
  return (
    <Stack gap="sm" role="group" aria-label="Wallet control" onPointerEnter={near} onFocus={near}>
      {status === 'connected' || user ? <KnownWallet /> : null}
      <BrowserWallet />
      <QrWallet />
      {message ? (
        <p className={classes.error} role="alert">
          {message}
        </p>
      ) : null}
      {connecting ? <Progress>Connecting wallet...</Progress> : null}
      {pendingRequest === 'qr' ? <QrPanel /> : null}
      {isUserShown ? <WalletPrizes wallet={user.wallet_address} /> : null}
    </Stack>
  );
}

/** Loaded with the code of QR code wallets. */
const QrPanel = lazyPart(
  async () => (await import(/* webpackChunkName: "qr-panel" */ './QrPanel.tsx')).QrPanel,
  { fallback: <CancelQr />, failed: 'The QR code could not be shown.', action: <CancelQr /> },
);

/** The last part of the control: it loads late, and must not move the buttons. */
const WalletPrizes = lazyPart(
  async () => (await import(/* webpackChunkName: "player" */ '../prizes/WalletPrizes.tsx')).WalletPrizes,
);

/** Loaded with the code of wallets, which guests do not need. */
const KnownWallet = lazyPart(
  async () => (await import(/* webpackChunkName: "wallet" */ './KnownWallet.tsx')).KnownWallet,
  { failed: 'Your wallet could not be shown.' },
);
