import { afterEach, expect, test, vi } from 'vitest';
import { handlePress, showMessage } from './notifications.ts';
import type { ShownNotification, WorkerScope } from './worker-scope.ts';

const ORIGIN = 'http://localhost';
const MESSAGE = {
  title: 'Goal! Saka',
  body: 'Your captain scored.',
  tag: 'goal:1',
  url: '/my-team',
  device: 'd1',
};

/** A worker whose browser shows notifications and has these open pages. */
function createScope({
  pages = [] as { navigate(url: string): Promise<unknown>; focus(): Promise<never> }[],
} = {}) {
  let shown: (ShownNotification & { renotify: boolean })[] = [];
  const clear = () => {
    shown = [];
  };
  const opened: string[] = [];
  const unsubscribe = vi.fn(async () => true);
  const scope = {
    location: { origin: ORIGIN },
    registration: {
      getNotifications: async ({ tag }: { tag?: string } = {}) =>
        shown.filter((one) => !tag || one.tag === tag),
      showNotification: async (title: string, options: { tag: string; renotify: boolean }) => {
        shown = [
          ...shown.filter(({ tag }) => tag !== options.tag),
          { ...options, title, close: clear } as never,
        ];
      },
      pushManager: { getSubscription: async () => ({ unsubscribe }) },
    },
    clients: { matchAll: async () => pages, openWindow: async (url: string) => void opened.push(url) },
  } as unknown as WorkerScope;
  return { scope, opened, unsubscribe, shown: () => shown };
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a message that is sent twice is shown once, silently the second time unless it is sent much later', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { scope, shown } = createScope();
  await showMessage(scope, MESSAGE);
  expect(shown()).toMatchObject([{ title: 'Goal! Saka', renotify: true }]);
  await showMessage(scope, MESSAGE);
  expect(shown()).toMatchObject([{ title: 'Goal! Saka', renotify: false }]);
  vi.setSystemTime(Date.now() + 30 * 60_000);
  await showMessage(scope, MESSAGE);
  expect(shown()).toMatchObject([{ title: 'Goal! Saka', renotify: true }]);
});

test('a press opens its page, in an open tab if there is one, and never another site', async () => {
  const navigate = vi.fn(async () => ({}));
  for (const [pages, url, where] of [
    [[], '/my-team', [`${ORIGIN}/my-team`]],
    [[{ navigate, focus: async () => ({}) as never }], '/my-team', []],
    [[], 'https://evil.example/', []],
  ] as const) {
    const { scope, opened, shown } = createScope({ pages: [...pages] });
    await showMessage(scope, { ...MESSAGE, url });
    await handlePress(scope, { action: '', notification: shown()[0]! });
    expect([opened, shown()]).toEqual([where, []]);
  }
  expect(navigate).toHaveBeenCalledWith(`${ORIGIN}/my-team`);
});

test('one press turns notifications off, on the device and on the server', async () => {
  const fetched = vi.fn(async () => new Response());
  vi.stubGlobal('fetch', fetched);
  const { scope, unsubscribe, shown } = createScope();
  await showMessage(scope, MESSAGE);
  await handlePress(scope, { action: 'turn-off', notification: shown()[0]! });
  expect([unsubscribe.mock.calls.length, shown()]).toEqual([1, []]);
  expect(fetched).toHaveBeenCalledWith('/api/notifications/d1', { method: 'DELETE' });
});
