import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import type { LiveMessage } from '@touchline/api/http/live';
import { afterEach, expect, test, vi } from 'vitest';
import { HostProvider } from './host.tsx';
import { createFakeHost } from './testing/fake-host.ts';
import { useLive } from './use-live.ts';

afterEach(cleanup);

type Fetched = Record<'a' | 'b', number>;

interface PageProps {
  fetched: Fetched;
  live: Parameters<typeof useLive>;
}

/** Two queries, each of which shows its number of fetches. */
function Page({ fetched, live }: PageProps) {
  useLive(...live);
  const a = useQuery({ queryKey: ['a', 'page'], queryFn: () => ++fetched.a });
  const b = useQuery({ queryKey: ['b', 'page'], queryFn: () => ++fetched.b });
  return (
    <>
      <p>a {a.data}</p>
      <p>b {b.data}</p>
    </>
  );
}

/** A query whose loads the test ends. */
function Points({ load }: { load: () => Promise<number> }) {
  useLive(['points'], [['points']]);
  return <p>{useQuery({ queryKey: ['points'], queryFn: load }).data} points</p>;
}

const renderPage = (...live: PageProps['live']) => renderPages(live);

function renderPages(...pages: PageProps['live'][]) {
  const host = createFakeHost();
  const fetched: Fetched = { a: 0, b: 0 };
  const page = render(
    <QueryClientProvider client={host.queryClient}>
      <HostProvider host={host}>
        {pages.map((live) => (
          <Page key={live.join()} fetched={fetched} live={live} />
        ))}
      </HostProvider>
    </QueryClientProvider>,
  );
  return { host, fetched, page };
}

test('useLive refetches its queries on its topics and on reset', async () => {
  const { host, fetched, page } = renderPage(['points'], [['a']]);
  await screen.findByText('a 1');
  host.emit({ topic: 'points', gameweek: 1 });
  await screen.findByText('a 2');
  host.emit({ topic: 'stakes' });
  host.emit({ topic: 'reset' });
  await screen.findByText('a 3');
  expect(fetched).toEqual({ a: 3, b: 1 });
  page.unmount();
  host.emit({ topic: 'reset' });
  expect(fetched.a).toBe(3);
});

test('two components that listen for the same query refetch it once', async () => {
  const { host, fetched } = renderPages([['points'], [['a']]], [['points', 'leaderboard'], [['a']]]);
  expect(await screen.findAllByText('a 1')).toHaveLength(2);
  host.emit({ topic: 'points', gameweek: 1 });
  expect(await screen.findAllByText(/^a [^1]/)).toHaveLength(2);
  expect(fetched.a).toBe(2);
});

test('messages during the first load of a query repeat the load once, after its end', async () => {
  const host = createFakeHost();
  const loads: ((points: number) => void)[] = [];
  const load = () => new Promise<number>((respond) => loads.push(respond));
  render(
    <QueryClientProvider client={host.queryClient}>
      <HostProvider host={host}>
        <Points load={load} />
      </HostProvider>
    </QueryClientProvider>,
  );
  await waitFor(() => expect(loads).toHaveLength(1));
  for (const gameweek of [1, 2]) host.emit({ topic: 'points', gameweek });
  loads[0]!(3);
  await screen.findByText('3 points');
  await waitFor(() => expect(loads).toHaveLength(2));
  loads[1]!(7);
  await screen.findByText('7 points');
  await waitFor(() => expect(host.queryClient.isFetching()).toBe(0));
  expect(loads).toHaveLength(2);
});

test('query keys can depend on the message', async () => {
  const keys = vi.fn(({ topic }: LiveMessage) => (topic === 'reset' ? [['a'], ['b']] : [['b']]));
  const { host } = renderPage(['points'], keys);
  await screen.findByText('b 1');
  host.emit({ topic: 'points', gameweek: 1 });
  await screen.findByText('b 2');
  await screen.findByText('a 1');
  host.emit({ topic: 'reset' });
  await screen.findByText('a 2');
  await screen.findByText('b 3');
  expect(keys).toHaveBeenCalledTimes(2);
});
