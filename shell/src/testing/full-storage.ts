import { onTestFinished, vi } from 'vitest';

const throwQuotaExceeded = () => {
  throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
};

/** Fills the browser's storage until the test ends or the returned function is called: items can be read and removed, but not stored. */
export function fillStorage(): () => void {
  const storage = localStorage;
  const full = {
    getItem: storage.getItem.bind(storage),
    removeItem: storage.removeItem.bind(storage),
    setItem: throwQuotaExceeded,
  };
  vi.stubGlobal('localStorage', full);
  const empty = () => void vi.stubGlobal('localStorage', storage);
  onTestFinished(empty);
  return empty;
}
