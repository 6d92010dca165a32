import type { Client } from '@touchline/api/client';
import { refresh } from '@touchline/api/http/auth';
import { createBackoff } from '../backoff.ts';
import type { Clock } from '../clock.ts';
import { isSessionRejected, type SessionCore } from './session-core.ts';
import { getRefreshTime } from './token.ts';
import type { TokenLock } from './token-lock.ts';

interface RenewalDeps {
  core: SessionCore;
  /** This client must not renew on 401. */
  authApi: Client;
  lock: TokenLock;
  clock: Clock;
}

/** Exchanges the token before it expires, in one tab at a time. */
export function createRenewal({ core, authApi, lock, clock }: RenewalDeps) {
  const retry = createBackoff();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let refreshing: Promise<void> | null = null;
  let scheduledFor = core.get();

  const refreshOnce = () => {
    const { token } = core.get();
    refreshing ??= lock(() => exchangeToken(core, authApi, token)).finally(() => {
      refreshing = null;
    });
    return refreshing;
  };
  const refreshAndRetry = () => void refreshOnce().then(retry.reset, retryLater);
  function retryLater() {
    if (core.get().token) retry.schedule(refreshAndRetry);
  }

  function schedule() {
    clearTimeout(timer);
    scheduledFor = core.get();
    const { status, token } = scheduledFor;
    if (!token) retry.reset();
    const at = status === 'player' && token ? getRefreshTime(token) : null;
    if (at !== null) timer = setTimeout(refreshAndRetry, Math.max(0, at - clock.now()));
  }
  const unsubscribe = core.subscribe(() => {
    const { status, token } = core.get();
    if (status !== scheduledFor.status || token !== scheduledFor.token) schedule();
  });

  /** Reschedules the timer, because timers stop while a laptop is suspended. */
  function wake() {
    if (document.visibilityState === 'visible') schedule();
  }
  document.addEventListener('visibilitychange', wake);
  return {
    /** AUTH-05: exchanges the token. Concurrent calls share one exchange. A rejection ends the session and is thrown. */
    refresh: refreshOnce,
    stop() {
      clearTimeout(timer);
      retry.reset();
      unsubscribe();
      document.removeEventListener('visibilitychange', wake);
    },
  };
}

async function exchangeToken(core: SessionCore, authApi: Client, current: string | null): Promise<void> {
  // This tab has replaced it while it waited for the lock.
  if (core.get().token !== current) return;
  const stored = core.readStored();
  // Another tab has signed out, or has replaced the token. This tab may not see that yet, because browsers deliver changes of the
  // storage late; the cookie, by which the server exchanges tokens, is always current.
  if (!stored) return core.forget();
  if (stored.user && stored.token !== current) return core.adopt(stored);
  try {
    const { token, user } = await authApi.request(refresh, { body: {} });
    if (core.get().token === current) core.begin(token, user);
  } catch (error) {
    // The user may have signed out in the meantime.
    if (isSessionRejected(error) && core.get().token === current) core.handleRejectedToken(current);
    throw error;
  }
}
