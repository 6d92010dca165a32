import { TouchlineError } from '@touchline/api/errors';
import { KEPT_OFFLINE } from '@touchline/host/kept-offline';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createKeptData } from './kept-data.ts';
import { createQueryClient } from './query-client.ts';
import { createMemoryCaches } from './testing/memory-caches.ts';

const [ALICE, BOB] = ['0xa', '0xb'];
const KEY = ['team'];
const KEPT_KEY = `${KEPT_OFFLINE.keptOffline} ${JSON.stringify(KEY)}`;
const unreachable = new TouchlineError('NETWORK_ERROR', 'The server cannot be reached.', { status: 0 });

let caches: CacheStorage;
let visitor: string | null;
beforeEach(() => {
  caches = createMemoryCaches();
  visitor = ALICE;
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const keep = () => createKeptData(caches, () => visitor);

/** A visit: a page with a new query cache. */
function visit(queryFn: () => Promise<unknown>, meta: object = KEPT_OFFLINE) {
  const client = createQueryClient(keep());
  const query = () => client.getQueryCache().find({ queryKey: KEY })?.state;
  return {
    query,
    client,
    load: () => client.fetchQuery({ queryKey: KEY, queryFn, meta: { ...meta }, retry: false }),
  };
}

async function visitWithConnection(data: unknown = 'Rovers') {
  await visit(async () => data).load();
  await expect.poll(() => keep().read(KEPT_KEY)).not.toBeNull();
}

const fail = (error: Error) => () => Promise.reject(error);

test('without a connection the last response is shown, with its time and the failure', async () => {
  await visitWithConnection();
  const at = (await keep().read(KEPT_KEY))!.updatedAt;
  const { load, query } = visit(fail(unreachable));
  await expect(load()).rejects.toThrow('cannot be reached');
  expect(query()).toMatchObject({ data: 'Rovers', dataUpdatedAt: at, status: 'error' });
});

test('a failure that wraps the reason counts as well', async () => {
  await visitWithConnection();
  const { load, query } = visit(fail(new Error('Failed to load', { cause: unreachable })));
  await expect(load()).rejects.toThrow('Failed to load');
  expect(query()?.data).toBe('Rovers');
});

test('a rejection of the server is never hidden behind an old response', async () => {
  await visitWithConnection();
  const { load, query } = visit(fail(new TouchlineError('NOT_FOUND', 'This team does not exist.')));
  await expect(load()).rejects.toThrow('does not exist');
  expect(query()?.data).toBeUndefined();
});

test('a slow response is preceded by the last one, and replaces it', async () => {
  await visitWithConnection();
  vi.useFakeTimers();
  let respond = (_: string) => {};
  const { load, query } = visit(() => new Promise<string>((resolve) => (respond = resolve)));
  const loading = load();
  await vi.advanceTimersByTimeAsync(2_900);
  expect(query()?.data).toBeUndefined();
  await vi.advanceTimersByTimeAsync(200);
  expect(query()).toMatchObject({ data: 'Rovers', fetchStatus: 'fetching' });
  respond('United');
  expect(await loading).toBe('United');
  expect(query()).toMatchObject({ data: 'United', status: 'success' });
});

test('a response that a build with another version of the API has kept is never shown', async () => {
  await visitWithConnection();
  const { load, query } = visit(fail(unreachable), { keptOffline: '1.999.0' });
  await expect(load()).rejects.toThrow('cannot be reached');
  expect(query()?.data).toBeUndefined();
});

test('only queries that ask for it are kept', async () => {
  await visit(async () => 'secret', {}).load();
  expect(await caches.keys()).toEqual([]);
});

test('other wallets and guests never see stored data, which is removed after its user has signed out', async () => {
  await visitWithConnection();
  for (const other of [BOB, 'guest', null]) {
    visitor = other;
    const { load, query } = visit(fail(unreachable));
    await expect(load()).rejects.toThrow();
    expect(query()?.data).toBeUndefined();
  }
  visitor = 'guest';
  await keep().tidy();
  expect((await caches.keys()).filter((name) => name.includes(ALICE!))).toEqual([]);
});

test('a response that arrives after its user has signed out is not kept', async () => {
  const kept = keep();
  const open = caches.open.bind(caches);
  vi.spyOn(caches, 'open').mockImplementation(async (name) => {
    visitor = 'guest';
    return open(name);
  });
  await kept.write('team', 'Rovers');
  expect(await caches.keys()).toEqual([]);
});

test('at most a hundred responses are kept, the latest', async () => {
  const kept = keep();
  for (let n = 0; n < 105; n++) await kept.write(`q${n}`, n);
  await kept.tidy();
  expect([await kept.read('q4'), (await kept.read('q5'))?.data]).toEqual([null, 5]);
});

test('API-41 BUILD-07 a response is used for five minutes', async () => {
  vi.useFakeTimers();
  const queryFn = vi.fn(async () => 'Rovers');
  const { load } = visit(queryFn, {});
  await load();
  await vi.advanceTimersByTimeAsync(4 * 60_000 + 59_000);
  await load();
  expect(queryFn).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1_000);
  await load();
  expect(queryFn).toHaveBeenCalledTimes(2);
});
