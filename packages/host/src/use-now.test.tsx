import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { HostProvider } from './host.tsx';
import { createFakeHost } from './testing/fake-host.ts';
import { useNow } from './use-now.ts';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function Clock() {
  return <p>{useNow()}</p>;
}

test('useNow follows the server’s clock every second', () => {
  vi.useFakeTimers();
  let now = 1_000;
  const host = createFakeHost({ now: () => now });
  render(
    <HostProvider host={host}>
      <Clock />
    </HostProvider>,
  );
  expect(screen.getByText('1000')).toBeTruthy();
  now = 5_000;
  act(() => vi.advanceTimersByTime(1_000));
  expect(screen.getByText('5000')).toBeTruthy();
});
