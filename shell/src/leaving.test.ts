import { expect, onTestFinished, test, vi } from 'vitest';
import './leaving.ts';

test('a file whose load ends because the user leaves is no failure, and one that fails later is', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const failed = vi.fn();
  const fail = () => {
    const file = Object.assign(document.createElement('script'), { onerror: failed });
    document.head.append(file);
    file.dispatchEvent(new Event('error'));
    file.remove();
    return failed.mock.calls.length;
  };
  expect(fail()).toBe(1);
  window.dispatchEvent(new Event('beforeunload'));
  expect(fail()).toBe(1);
  vi.advanceTimersByTime(2_000);
  expect(fail()).toBe(2);
});
