import { onTestFinished, vi } from 'vitest';

/** Leaves no room in local storage for the rest of the test. Returns the mock that rejects new values. */
export function fillLocalStorage() {
  const { localStorage: storage } = window;
  const setItem = vi.fn<Storage['setItem']>(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  vi.stubGlobal('localStorage', {
    get length() {
      return storage.length;
    },
    key: (index: number) => storage.key(index),
    getItem: (key: string) => storage.getItem(key),
    removeItem: (key: string) => storage.removeItem(key),
    setItem,
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return setItem;
}
