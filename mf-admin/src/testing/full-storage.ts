import { onTestFinished, vi } from 'vitest';

/** Simulates a local storage that has space for `spare` more characters until the end of the test. */
export function fillStorage(spare = 0): void {
  const { localStorage } = window;
  const measure = () => Object.values({ ...localStorage }).join('').length;
  const limit = measure() + spare;
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => localStorage.getItem(key),
    removeItem: (key: string) => localStorage.removeItem(key),
    setItem(key: string, text: string) {
      if (measure() - (localStorage.getItem(key)?.length ?? 0) + text.length > limit)
        throw new DOMException('Full.', 'QuotaExceededError');
      localStorage.setItem(key, text);
    },
  });
  onTestFinished(() => void vi.unstubAllGlobals());
}
