import { act } from '@testing-library/react';
import { deferred } from '@touchline/host/testing/deferred';
import { onTestFinished, vi } from 'vitest';

/** Simulates another tab that holds the lock of the runners until the end of the test. Call the returned function to release it. */
export function holdLock(): () => void {
  let held = true;
  const { promise: released, resolve: release } = deferred();
  /** Waits for the lock only without options: the runners' only option is `ifAvailable`. */
  const request = async (_name: string, ...rest: unknown[]) => {
    if (rest.length === 1) await released;
    return (rest.at(-1) as (lock: object | null) => unknown)(held ? null : {});
  };
  const query = async () => ({ held: held ? [{ name: 'touchline-payouts' }] : [] });
  const locks = vi.spyOn(navigator, 'locks', 'get');
  locks.mockReturnValue({ request, query } as unknown as LockManager);
  onTestFinished(() => locks.mockRestore());
  return () => {
    held = false;
    release();
  };
}

/** Simulates another tab that stores `value`, or removes it, while this page is open. */
export function storeElsewhere(key: string, value: object | null): void {
  const oldValue = localStorage.getItem(key);
  const newValue = value && JSON.stringify(value);
  if (newValue === null) localStorage.removeItem(key);
  else localStorage.setItem(key, newValue);
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key, oldValue, newValue })));
}
