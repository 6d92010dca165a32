import type { User } from '@touchline/api/http/auth';
import { useHost, useWatched } from '@touchline/host/host';
import { type ReactNode, useEffect } from 'react';
import { Waiting } from './Waiting.tsx';

/** Renders a page for signed-in users. Waits while the session is restored and redirects guests to `/`. */
export function SignedIn({ children }: { children: (user: User) => ReactNode }) {
  const host = useHost();
  const { status, user } = useWatched(host.session);
  useEffect(() => {
    if (status === 'guest') host.navigate('/', { replace: true });
  }, [status, host]);
  return user ? children(user) : <Waiting label="Signing you in" />;
}
