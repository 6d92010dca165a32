import { QueryObserver } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { shellUnderTest, TestStream } from '../testing/shell-under-test.tsx';

const page = shellUnderTest();

test('a reset refetches all active queries once, with or without a listener', async () => {
  const { shell } = page.open();
  await screen.findByText('GW12');
  const queryFn = vi.fn(async () => 'a query without a listener');
  const rest = new QueryObserver(shell.host.queryClient, { queryKey: ['rest'], queryFn });
  onTestFinished(rest.subscribe(() => {}));
  await expect.poll(() => rest.getCurrentResult().isSuccess).toBe(true);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const requested = page.server.count('GET /games/gameweeks/current');
  act(() => TestStream.last?.send({ topic: 'reset' }));
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(page.server.count('GET /games/gameweeks/current')).toBe(requested + 1);
  expect(queryFn).toHaveBeenCalledTimes(2);
});
