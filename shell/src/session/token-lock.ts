/** Runs exchanges of the token one after the other, in all tabs of this browser. */
export type TokenLock = <T>(exchange: () => Promise<T>) => Promise<T>;

const LOCK = 'touchline-refresh';

/** Creates the lock. Without Web Locks, which an insecure origin does not have, it orders the exchanges of this tab alone. */
export function createTokenLock(locks: Pick<LockManager, 'request'> | undefined): TokenLock {
  if (locks) return async (exchange) => locks.request(LOCK, exchange);
  let last: Promise<unknown> = Promise.resolve();
  return (exchange) => {
    const next = last.then(exchange);
    last = next.catch(() => undefined);
    return next;
  };
}
