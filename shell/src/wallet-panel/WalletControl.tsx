import { useWatched } from '@touchline/host/host';
import { Stack } from '@touchline/ui/base';
import { lazyPart } from '../lazy-part.tsx';
import { useShell } from '../shell-context.ts';
import { CancelQr } from './CancelQr.tsx';
import { ConnectButtons } from './ConnectButtons.tsx';
import { Progress } from './Progress.tsx';
import classes from './WalletControl.module.css';

/**
 * Control to connect a wallet and sign in. It appears in the header, on the home page and on pages of remotes, always with the same
 * state. WALLET-12: disconnected, wrong chain, authenticating, authenticated.
 */
export function WalletControl() {
  const { wallet, signIn, host } = useShell();
  const { user } = useWatched(host.session);
  const { status, rightChain, error, pendingRequest, opening } = useWatched(wallet);
  const { error: signInError } = useWatched(signIn);
  const connecting =
    status === 'connecting' || status === 'reconnecting' || pendingRequest === 'qr' || opening;
  const near = () => void wallet.ensureLoaded();
  const wrongChain = status === 'connected' && !rightChain;
  // On the wrong chain the strip below the header shows the error.
  const message = wrongChain ? null : (error ?? signInError);
  return (
    <Stack gap="sm" role="group" aria-label="Wallet control" onPointerEnter={near} onFocus={near}>
      {status === 'connected' || user ? <KnownWallet /> : <ConnectButtons />}
      {message ? (
        <p className={classes.error} role="alert">
          {message}
        </p>
      ) : null}
      {connecting ? <Progress>Connecting wallet...</Progress> : null}
      {pendingRequest === 'qr' ? <QrPanel /> : null}
    </Stack>
  );
}

/** Loaded with the code of QR code wallets. */
const QrPanel = lazyPart(
  async () => (await import(/* webpackChunkName: "qr-panel" */ './QrPanel.tsx')).QrPanel,
  { fallback: <CancelQr />, failed: 'The QR code could not be shown.', action: <CancelQr /> },
);

/** Loaded with the code of wallets, which guests do not need. It has the buttons, because it would move those below it. */
const KnownWallet = lazyPart(
  async () => (await import(/* webpackChunkName: "wallet" */ './KnownWallet.tsx')).KnownWallet,
  {
    fallback: <Progress>Loading your wallet...</Progress>,
    failed: 'Your wallet could not be shown.',
    action: <ConnectButtons />,
  },
);
