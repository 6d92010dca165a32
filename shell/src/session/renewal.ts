import type { Client } from '@touchline/api/client';
import { refresh } from '@touchline/api/http/auth';
import { createBackoff } from '../backoff.ts';
import type { Clock } from '../clock.ts';
import { isRefusal, type SessionCore } from './session-core.ts';
import { refreshTime } from './token.ts';

export interface Renewal {
  /** AUTH-05: exchanges the token; calls at the same time share one exchange. A refusal ends the session and is thrown. */
  refresh(): Promise<void>;
  /** Resolves once no refresh is in flight. */
  idle(): Promise<void>;
  stop(): void;
}

interface RenewalDeps {
  core: SessionCore;
  /** Must not renew on 401 itself. */
  authApi: Client;
  locks: Pick<LockManager, 'request'> | undefined;
  clock: Clock;
}

const LOCK = 'touchline-refresh';
const RETRY_SHORTEST_MS = 2_000;
const RETRY_LONGEST_MS = 60_000;

/** Exchanges the token before it expires, in one tab at a time. */
export function createRenewal({ core, authApi, locks, clock }: RenewalDeps): Renewal {
  const retry = createBackoff(RETRY_SHORTEST_MS, RETRY_LONGEST_MS);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let refreshing: Promise<void> | null = null;
  let scheduledFor = core.get();

  const refreshOnce = () => {
    const work = () => exchange(core, authApi);
    refreshing ??= (locks ? locks.request(LOCK, work) : work()).finally(() => {
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
    const at = status === 'player' && token ? refreshTime(token) : null;
    if (at !== null) timer = setTimeout(refreshAndRetry, Math.max(0, at - clock.now()));
  }
  const unsubscribe = core.subscribe(() => {
    const { status, token } = core.get();
    if (status !== scheduledFor.status || token !== scheduledFor.token) schedule();
  });

  /** Timers stand still while a laptop sleeps. */
  function wake() {
    if (document.visibilityState === 'visible') schedule();
  }
  document.addEventListener('visibilitychange', wake);
  return {
    refresh: refreshOnce,
    idle: async () => void (await refreshing?.catch(() => undefined)),
    stop() {
      clearTimeout(timer);
      retry.reset();
      unsubscribe();
      document.removeEventListener('visibilitychange', wake);
    },
  };
}

async function exchange(core: SessionCore, authApi: Client): Promise<void> {
  const own = core.get().token;
  const stored = core.stored();
  // Another tab has renewed the token already.
  if (stored?.user && stored.token !== own) return core.adopt(stored);
  try {
    const { token, user } = await authApi.request(refresh, { body: {} });
    if (core.get().token === own) core.begin(token, user);
  } catch (error) {
    if (isRefusal(error)) core.refused(own);
    throw error;
  }
}
