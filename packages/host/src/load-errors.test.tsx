import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { keepPreviousData, QueryClient, QueryClientProvider, useQuery } from '@touchline/host/query';
import { afterEach, expect, test } from 'vitest';
import { hasFirstLoadFailed, useLoadError } from './load-errors.ts';

afterEach(cleanup);

interface Attempt {
  resolve(data: string): void;
  reject(error: Error): void;
}

function Page({ page, attempts }: { page: number; attempts: Attempt[] }) {
  const query = useQuery({
    queryKey: [page],
    queryFn: () => new Promise<string>((resolve, reject) => attempts.push({ resolve, reject })),
    placeholderData: keepPreviousData,
  });
  const error = useLoadError(query);
  const state = hasFirstLoadFailed(query) ? 'failed' : (query.data ?? 'waiting');
  return <p>{`${state}, ${error?.message ?? 'no error'}, ${query.fetchStatus}`}</p>;
}

/** Renders the first page of a list and returns the attempts to load it, which the test answers. */
function open() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const attempts: Attempt[] = [];
  const show = (page: number) => (
    <QueryClientProvider client={client}>
      <Page page={page} attempts={attempts} />
    </QueryClientProvider>
  );
  const view = render(show(1));
  return { client, attempts, turnTo: (page: number) => view.rerender(show(page)), show };
}

const fail = (attempt: Attempt | undefined, message: string) =>
  act(async () => attempt?.reject(new Error(message)));

test('a query without data stays failed, with its error, while it is loaded again', async () => {
  const { client, attempts } = open();
  expect(screen.getByText('waiting, no error, fetching')).toBeTruthy();
  await fail(attempts[0], 'down');
  expect(await screen.findByText('failed, down, idle')).toBeTruthy();
  act(() => void client.refetchQueries());
  expect(await screen.findByText('failed, down, fetching')).toBeTruthy();
  await fail(attempts[1], 'still down');
  expect(await screen.findByText('failed, still down, idle')).toBeTruthy();
  act(() => void client.refetchQueries());
  await waitFor(() => expect(attempts).toHaveLength(3));
  await act(async () => attempts[2]?.resolve('rows'));
  expect(await screen.findByText('rows, no error, idle')).toBeTruthy();
});

test('a query with data has not failed, and has the error of its refresh', async () => {
  const { client, attempts } = open();
  await act(async () => attempts[0]?.resolve('rows'));
  act(() => void client.refetchQueries());
  await waitFor(() => expect(attempts).toHaveLength(2));
  await fail(attempts[1], 'down');
  expect(await screen.findByText('rows, down, idle')).toBeTruthy();
});

test('a page stays failed while it is loaded again in place of the previous page', async () => {
  const { client, attempts, turnTo } = open();
  await act(async () => attempts[0]?.resolve('rows'));
  turnTo(2);
  expect(await screen.findByText('rows, no error, fetching')).toBeTruthy();
  await fail(attempts[1], 'down');
  expect(await screen.findByText('failed, down, idle')).toBeTruthy();
  act(() => void client.refetchQueries({ queryKey: [2] }));
  expect(await screen.findByText('failed, down, fetching')).toBeTruthy();
});

test('a new visit waits for its first attempt, also after an earlier visit has failed', async () => {
  const { attempts, show } = open();
  await fail(attempts[0], 'down');
  expect(await screen.findByText('failed, down, idle')).toBeTruthy();
  cleanup();
  render(show(1));
  expect(await screen.findByText('waiting, no error, fetching')).toBeTruthy();
});
