const LOCK = 'touchline-live';

/**
 * Elects one tab of this browser as leader. Calls `lead` when this tab becomes the leader, with `true` if it had to wait for another
 * leader to close. Leadership ends when the signal is aborted.
 */
export function electLeader(
  locks: Pick<LockManager, 'request'>,
  signal: AbortSignal,
  lead: (afterAnother: boolean) => void,
): void {
  const leadUntilAborted = (afterAnother: boolean) =>
    new Promise<void>((release) => {
      if (signal.aborted) return release();
      signal.addEventListener('abort', () => release());
      lead(afterAnother);
    });
  async function request() {
    const isTaken = await locks.request(LOCK, { ifAvailable: true }, async (lock) => {
      if (lock) await leadUntilAborted(false);
      return !lock;
    });
    if (isTaken) await locks.request(LOCK, { signal }, () => leadUntilAborted(true));
  }
  // Rejects when aborted while waiting.
  request().catch(() => {});
}
