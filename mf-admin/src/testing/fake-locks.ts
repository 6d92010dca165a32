import { onTestFinished, vi } from 'vitest';

/** Simulates another tab that holds the lock of the runners until the end of the test. Call the returned function to release it. */
export function holdLock(): () => void {
  let held = true;
  const request = async (_name: string, _options: unknown, work: (lock: object | null) => unknown) =>
    work(held ? null : {});
  const locks = vi.spyOn(navigator, 'locks', 'get');
  locks.mockReturnValue({ request } as unknown as LockManager);
  onTestFinished(() => locks.mockRestore());
  return () => {
    held = false;
  };
}
