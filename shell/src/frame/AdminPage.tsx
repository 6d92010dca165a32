import { ADMIN_PATH } from '@touchline/api/remote-routes';
import { type Session, useWatched, type Wallet } from '@touchline/host/host';
import { Center, Container, Loader, Stack, Text } from '@touchline/ui/base';
import { Activity, type ReactNode, useState } from 'react';
import { useOnline } from '../header/use-online.ts';
import { PageTitle } from '../PageTitle.ts';
import { useShell } from '../shell-context.ts';
import { WalletControl } from '../wallet-panel/WalletControl.tsx';
import { PageError } from './PageError.tsx';
import { RemotePage } from './RemotePage.tsx';

/**
 * ADMIN-01, ADMIN-02: the dashboard for admins, a spinner or a message for other visitors. Only admins get its remote, so the
 * shell shows the messages for everyone else.
 */
export function AdminPage() {
  const { host, registry, wallet } = useShell();
  const { restored } = useWatched(wallet);
  const session = useWatched(host.session);
  const check = checkAdmin(useWatched(host.wallet), session, restored);
  const { remotes } = useWatched(registry);
  const remote = remotes.find(({ routes }) => routes.some(({ path }) => path === ADMIN_PATH));
  const route = remote?.routes.find(({ path }) => path === ADMIN_PATH);
  const isOpen = check === 'allowed' && route !== undefined;
  const isKept = useKept(isOpen, session);
  return (
    <>
      {isOpen ? null : <Access check={check} />}
      {remote && route && isKept ? (
        <Activity mode={isOpen ? 'visible' : 'hidden'}>
          <RemotePage key={remote.name} remote={remote} route={route} />
        </Activity>
      ) : null}
    </>
  );
}

/** The page without the dashboard. */
function Access({ check }: { check: Check }) {
  const { registry } = useShell();
  const { reading, status } = useWatched(registry);
  if (check === 'disconnected')
    return (
      <AccessMessage text="Please connect your wallet to access the admin panel.">
        <WalletControl />
      </AccessMessage>
    );
  if (check === 'denied')
    return <AccessMessage text="Access denied. This page is restricted to admin wallets only." />;
  return check === 'checking' || reading || status === 'loading' ? <Checking /> : <DashboardMissing />;
}

/** True while the dashboard is open, and until its admin's session ends: a locked wallet hides it, and a form keeps its input. */
function useKept(isOpen: boolean, { user }: Session): boolean {
  const [openedBy, setOpenedBy] = useState<string | null>(null);
  const admin = user?.isAdmin ? user.wallet_address : null;
  const keptFor = isOpen || openedBy === admin ? admin : null;
  if (keptFor !== openedBy) setOpenedBy(keptFor);
  return keptFor !== null;
}

type Check = 'checking' | 'disconnected' | 'denied' | 'allowed';

/** Access depends on the connected wallet after it has signed in (OPEN-02). */
function checkAdmin({ status, address }: Wallet, session: Session, restored: boolean): Check {
  const { user } = session;
  // This check comes first, so that a repeated sign-in does not close a form.
  if (user && address === user.wallet_address) return user.isAdmin ? 'allowed' : 'denied';
  const isPending = ['connecting', 'reconnecting', 'authenticating'].includes(status);
  if (!restored || isPending || session.status === 'loading') return 'checking';
  // With an address and a user, another account is being signed in.
  return address && user ? 'checking' : 'disconnected';
}

function Checking() {
  return (
    <Center mih="50vh" role="status" aria-label="Checking your wallet">
      <Loader />
    </Center>
  );
}

function AccessMessage({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <Container size="xs" py="xl">
      <PageTitle>Admin</PageTitle>
      <Stack gap="lg">
        <Text size="lg" fw={600}>
          {text}
        </Text>
        {children}
      </Stack>
    </Container>
  );
}

/** The registry has no dashboard for this admin: it is not published, or the registry could not be read. */
function DashboardMissing() {
  const { registry } = useShell();
  const { status } = useWatched(registry);
  const isRead = useOnline() && status === 'ready';
  return (
    <>
      <PageTitle>Admin</PageTitle>
      <PageError title="The admin dashboard is unavailable" onRetry={() => void registry.read()}>
        {isRead
          ? 'The server does not list it right now. All other pages keep working.'
          : 'The list of pages is not available right now. Check your connection.'}
      </PageError>
    </>
  );
}
