import { useWatched } from '@touchline/host/host';
import { Button, Group, Stack, Text } from '@touchline/ui/base';
import { OnChain } from '@touchline/ui/OnChain';
import { lazyPart } from '../lazy-part.tsx';
import { Notifications } from '../notifications/Notifications.tsx';
import { useShell } from '../shell-context.ts';
import { getChainName } from '../wallet/chain-names.ts';
import { Balance } from './Balance.tsx';
import { ConnectButtons } from './ConnectButtons.tsx';
import { Nickname } from './Nickname.tsx';
import { Progress } from './Progress.tsx';
import { SignOut } from './SignOut.tsx';
import classes from './WalletControl.module.css';

/** The wallet that is connected or signed in, the actions of its user, and the buttons for another wallet. */
export function KnownWallet() {
  const { wallet, host } = useShell();
  const { status, address } = useWatched(wallet);
  const { user } = useWatched(host.session);
  const connected = status === 'connected';
  const player = user && (!connected || user.wallet_address === address) ? user.wallet_address : null;
  return (
    <>
      {connected ? <Account /> : <SignedInOnly />}
      {player ? <PlayerActions wallet={player} connected={connected} /> : null}
      <ConnectButtons />
      {player ? <WalletPrizes wallet={player} /> : null}
    </>
  );
}

/** The last part: it loads late, and must not move the buttons. */
const WalletPrizes = lazyPart(
  async () => (await import(/* webpackChunkName: "player" */ '../prizes/WalletPrizes.tsx')).WalletPrizes,
);

/** The connected account and its actions. */
function Account() {
  const { wallet, signIn, host } = useShell();
  const { address, chainId, rightChain, wallet: connected } = useWatched(wallet);
  const { busy } = useWatched(signIn);
  const { user } = useWatched(host.session);
  const signedIn = user !== null && user.wallet_address === address;
  return (
    <Stack gap="sm">
      <div>
        {signedIn && user.nickname ? <Text fw={600}>{user.nickname}</Text> : null}
        {address ? <Address of={address} /> : null}
        <Text size="sm" c="dimmed">
          {connected?.name} on {rightChain ? host.config.chain.name : getChainName(chainId)}
        </Text>
        {address && rightChain ? <Balance of={address} /> : null}
      </div>
      {busy ? <Progress>Authenticating wallet...</Progress> : null}
      {signedIn || busy || !rightChain ? null : (
        <Text size="sm" c="dimmed">
          Sign in to prove that this wallet is yours. Signing is free and moves no tokens.
        </Text>
      )}
      {signedIn ? null : (
        <Group gap="xs" grow>
          {rightChain && !busy ? <Button onClick={() => void signIn.signIn()}>Sign in</Button> : null}
          <Button variant="default" onClick={() => void wallet.disconnect()}>
            Disconnect
          </Button>
        </Group>
      )}
    </Stack>
  );
}

/** Shown if the session of the last visit is valid, but its wallet is locked or not restored yet. */
function SignedInOnly() {
  const { host } = useShell();
  const { user } = useWatched(host.session);
  if (!user) return null;
  return (
    <Stack gap="sm">
      <div>
        <Address of={user.wallet_address} />
        <Text size="sm" c="dimmed">
          Signed in. Wallet not connected.
        </Text>
        <Balance of={user.wallet_address} />
      </div>
    </Stack>
  );
}

/** Actions of the signed-in user. They stay open while the wallet of the last visit reconnects. */
function PlayerActions({ wallet, connected }: { wallet: string; connected: boolean }) {
  return (
    <Stack gap="sm">
      {connected ? <Nickname /> : null}
      <Notifications wallet={wallet} />
      <SignOut />
    </Stack>
  );
}

function Address({ of }: { of: string }) {
  const { host } = useShell();
  return (
    <p className={classes.address}>
      <OnChain kind="address" value={of} explorer={host.config.chain.explorer} />
    </p>
  );
}
