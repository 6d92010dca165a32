import { useWatched } from '@touchline/host/host';
import { Button, Group, Stack, Text } from '@touchline/ui/base';
import { IconLogout } from '@touchline/ui/icons';
import { useShell } from '../shell-context.tsx';
import { BrowserWallet } from './BrowserWallet.tsx';
import { chainName } from './chain-names.ts';
import { QrPanel } from './QrPanel.tsx';
import { QrWallet } from './QrWallet.tsx';
import { shortAddress } from './short-address.ts';
import { Waiting } from './Waiting.tsx';
import classes from './WalletControl.module.css';

/**
 * Connects a wallet and signs it in, wherever it stands (header, home, a remote's page): all of them show one state.
 * WALLET-12: disconnected, wrong chain, authenticating, authenticated.
 */
export function WalletControl() {
  const { wallet, signIn } = useShell();
  const { status, rightChain, error, asking } = useWatched(wallet);
  const { error: signInError } = useWatched(signIn);
  const connecting = status === 'connecting' || status === 'reconnecting' || asking === 'qr';
  const wrongChain = status === 'connected' && !rightChain;
  // On the wrong chain the strip under the header says it.
  const message = wrongChain ? null : (error ?? signInError);
  return (
    <Stack gap="sm" role="group" aria-label="Wallet control">
      {status === 'connected' ? <Account /> : <SignedInWithout />}
      <BrowserWallet />
      <QrWallet />
      {message ? (
        <p className={classes.error} role="alert">
          {message}
        </p>
      ) : null}
      {connecting ? <Waiting>Connecting wallet...</Waiting> : null}
      <QrPanel />
    </Stack>
  );
}

/** The connected account, and what it can do next. */
function Account() {
  const { wallet, signIn, host } = useShell();
  const { address, chainId, rightChain, wallet: connected } = useWatched(wallet);
  const { busy } = useWatched(signIn);
  const { user } = useWatched(host.session);
  const signedIn = user !== null && user.wallet_address === address;
  return (
    <Stack gap="sm">
      <div>
        <Text className={classes.address ?? ''}>{address ? shortAddress(address) : null}</Text>
        <Text size="sm" c="dimmed">
          {connected?.name} on {rightChain ? host.config.chain.name : chainName(chainId)}
        </Text>
      </div>
      {busy ? <Waiting>Authenticating wallet...</Waiting> : null}
      {signedIn ? null : (
        <Group gap="xs">
          {rightChain && !busy ? <Button onClick={() => void signIn.signIn()}>Sign in</Button> : null}
          <Button variant="default" onClick={() => void wallet.disconnect()}>
            Disconnect
          </Button>
        </Group>
      )}
      {signedIn ? <SignOut /> : null}
    </Stack>
  );
}

/** The session of the last visit still stands, its wallet is not there (locked, or not yet back). */
function SignedInWithout() {
  const { host } = useShell();
  const { user } = useWatched(host.session);
  if (!user) return null;
  return (
    <Stack gap="sm">
      <div>
        <Text className={classes.address ?? ''}>{shortAddress(user.wallet_address)}</Text>
        <Text size="sm" c="dimmed">
          Signed in; the wallet is not connected
        </Text>
      </div>
      <SignOut />
    </Stack>
  );
}

function SignOut() {
  const { signIn } = useShell();
  return (
    <Button
      variant="default"
      leftSection={<IconLogout size={18} stroke={1.8} />}
      onClick={() => void signIn.signOut()}
    >
      Sign out
    </Button>
  );
}
