import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import type { LiveMessage } from '@touchline/api/http/live';
import { afterEach, expect, test, vi } from 'vitest';
import { HostProvider } from './host.tsx';
import { createFakeHost } from './testing/fake-host.ts';
import { useLive } from './use-live.ts';

afterEach(cleanup);

/** Shows how often each query was fetched. */
function renderCounts(use: () => void) {
  const host = createFakeHost();
  const fetched = { a: 0, b: 0 };
  function Count({ name }: { name: keyof typeof fetched }) {
    const { data } = useQuery({ queryKey: [name, 'page'], queryFn: () => ++fetched[name] });
    return (
      <p>
        {name} {data}
      </p>
    );
  }
  function Page() {
    use();
    return (
      <>
        <Count name="a" />
        <Count name="b" />
      </>
    );
  }
  const page = render(
    <QueryClientProvider client={host.queryClient}>
      <HostProvider host={host}>
        <Page />
      </HostProvider>
    </QueryClientProvider>,
  );
  return { host, fetched, page };
}

const seen = (text: string) => screen.findByText(text);

test('refetches the given queries on its topics and on reset', async () => {
  const { host, fetched, page } = renderCounts(() => useLive(['points'], [['a']]));
  await seen('a 1');
  host.emit({ topic: 'points', gameweek: 1 });
  await seen('a 2');
  host.emit({ topic: 'stakes' });
  host.emit({ topic: 'reset' });
  await seen('a 3');
  expect(fetched).toEqual({ a: 3, b: 1 });
  page.unmount();
  host.emit({ topic: 'reset' });
  expect(fetched.a).toBe(3);
});

test('takes the keys from the message', async () => {
  const keys = vi.fn(({ topic }: LiveMessage) => (topic === 'reset' ? [['a'], ['b']] : [['b']]));
  const { host } = renderCounts(() => useLive(['points'], keys));
  await seen('b 1');
  host.emit({ topic: 'points', gameweek: 1 });
  await seen('b 2');
  await seen('a 1');
  host.emit({ topic: 'reset' });
  await seen('a 2');
  await seen('b 3');
  expect(keys).toHaveBeenCalledTimes(2);
});
