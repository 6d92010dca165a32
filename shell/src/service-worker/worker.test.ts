import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createMemoryCaches } from '../testing/memory-caches.ts';
import { keepStartedPage, respond } from './code.ts';
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
    caches: createMemoryCaches(),
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

afterEach(() => vi.unstubAllGlobals());

describe('notifications', () => {
  test('a message that is sent twice is shown once, and silently the second time', async () => {
    const { scope, shown } = createScope();
    await showMessage(scope, MESSAGE);
    expect(shown()).toMatchObject([{ title: 'Goal! Saka', renotify: true }]);
    await showMessage(scope, MESSAGE);
    expect(shown()).toMatchObject([{ title: 'Goal! Saka', renotify: false }]);
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
});

describe('code', () => {
  const IMMUTABLE = { 'cache-control': 'public, max-age=31536000, immutable' };
  let server: Map<string, () => Response>;
  let requests: string[];
  beforeEach(() => {
    server = new Map();
    requests = [];
    vi.stubGlobal('fetch', async (request: Request | string) => {
      const { pathname } = new URL(typeof request === 'string' ? request : request.url, ORIGIN);
      requests.push(pathname);
      const reply = server.get(pathname);
      if (!reply) throw new TypeError('Failed to fetch');
      return reply();
    });
  });

  /** Node's responses have no type. */
  const reply = (body: string | ReadableStream, headers: Record<string, string>): Response =>
    Object.defineProperty(new Response(body, { headers }), 'type', { value: 'basic' });
  const serve = (path: string, body: string, headers: Record<string, string> = {}) =>
    server.set(path, () => reply(body, headers));
  /** Serves a body that ends with an error after its first bytes. */
  const breakOff = (path: string, headers: Record<string, string>) =>
    server.set(path, () => {
      const chunks = ['<html'];
      const body = new ReadableStream({
        pull(controller) {
          const chunk = chunks.pop();
          if (chunk) controller.enqueue(new TextEncoder().encode(chunk));
          else controller.error(new TypeError('network error'));
        },
      });
      return reply(body, headers);
    });
  /** A full disk rejects `put`; a browser that blocks storage rejects `open`. */
  const rejectStorage = ({ caches }: WorkerScope, method: 'open' | 'put') => {
    const open = caches.open.bind(caches);
    const reject = async () => {
      throw new DOMException('Storage is not available.', 'QuotaExceededError');
    };
    caches.open =
      method === 'open' ? reject : async (name) => Object.assign(await open(name), { put: reject });
  };
  const page = (body: string, path = '/') => serve(path, body, { 'content-type': 'text/html' });
  const request = (path: string, fields: object = {}) =>
    ({ url: ORIGIN + path, method: 'GET', mode: 'no-cors', cache: 'default', ...fields }) as Request;
  const load = async (scope: WorkerScope, path: string, fields?: object) =>
    (await respond(scope, request(path, fields))?.response)?.text();
  const navigate = (scope: WorkerScope, path: string) => load(scope, path, { mode: 'navigate' });

  test('files that never change come from the cache, others from the network while there is one', async () => {
    const { scope } = createScope();
    serve('/assets/main.0a0a0a0a.js', 'old', IMMUTABLE);
    serve('/before-paint.js', 'old', { 'cache-control': 'no-cache' });
    for (const path of server.keys()) await load(scope, path);
    serve('/before-paint.js', 'new', { 'cache-control': 'no-cache' });
    requests = [];
    expect(await load(scope, '/assets/main.0a0a0a0a.js')).toBe('old');
    expect(await load(scope, '/before-paint.js')).toBe('new');
    expect(requests).toEqual(['/before-paint.js']);
    server.clear();
    expect(await load(scope, '/before-paint.js')).toBe('new');
  });

  test('a page requests a damaged file past the cache, and files for administrators are not kept', async () => {
    const { scope } = createScope();
    serve('/assets/main.0a0a0a0a.js', 'damaged', IMMUTABLE);
    await load(scope, '/assets/main.0a0a0a0a.js');
    serve('/assets/main.0a0a0a0a.js', 'whole', IMMUTABLE);
    expect(await load(scope, '/assets/main.0a0a0a0a.js', { cache: 'reload' })).toBe('whole');
    expect(await load(scope, '/assets/main.0a0a0a0a.js')).toBe('whole');
    serve('/remotes/mf-admin/1.0.0/entry.js', 'admin', { 'cache-control': 'private, no-store' });
    await load(scope, '/remotes/mf-admin/1.0.0/entry.js');
    server.clear();
    await expect(load(scope, '/remotes/mf-admin/1.0.0/entry.js')).rejects.toThrow();
  });

  test('the kept page and its files remain when many newer files are stored', async () => {
    const { scope } = createScope();
    page('<html lang="en">1</html>');
    serve('/assets/main.0a0a0a0a.js', 'main', IMMUTABLE);
    await load(scope, '/assets/main.0a0a0a0a.js');
    for (let number = 0; number < 400; number++) {
      serve(`/assets/${number}.js`, 'other', IMMUTABLE);
      await load(scope, `/assets/${number}.js`);
    }
    await keepStartedPage(scope, [`${ORIGIN}/assets/main.0a0a0a0a.js`]);
    server.clear();
    expect(await navigate(scope, '/')).toContain('>1<');
    expect(await load(scope, '/assets/main.0a0a0a0a.js')).toBe('main');
    await expect(load(scope, '/assets/0.js')).rejects.toThrow('Failed to fetch');
  });

  test('a page comes from the network; without one it is the last page that has started, with its time', async () => {
    const { scope } = createScope();
    page('<html lang="en">1</html>');
    await keepStartedPage(scope, []);
    page('<html lang="en">2</html>');
    expect(await navigate(scope, '/')).toContain('2');
    // The connection ends before the code of this page is complete.
    server.clear();
    expect(await navigate(scope, '/fixtures')).toMatch(/^<html data-kept="\d{13}" lang="en">1/);
    page('<html lang="en">2</html>');
    await navigate(scope, '/');
    await keepStartedPage(scope, []);
    server.clear();
    expect(await navigate(scope, '/fixtures')).toMatch(/^<html data-kept="\d{13}" lang="en">2/);
  });

  test.each(['open', 'put'] as const)(
    'pages and files come from the network if the storage rejects %s, and fail only with the network',
    async (method) => {
      const { scope } = createScope();
      rejectStorage(scope, method);
      vi.spyOn(console, 'warn').mockImplementation(() => {});
      page('<html lang="en">1</html>');
      serve('/assets/main.0a0a0a0a.js', 'new', IMMUTABLE);
      expect(await navigate(scope, '/')).toBe('<html lang="en">1</html>');
      expect(await load(scope, '/assets/main.0a0a0a0a.js')).toBe('new');
      server.clear();
      await expect(navigate(scope, '/')).rejects.toThrow('Failed to fetch');
      await expect(load(scope, '/assets/main.0a0a0a0a.js')).rejects.toThrow('Failed to fetch');
    },
  );

  test('a full storage does not replace the current page by the kept one', async () => {
    const { scope } = createScope();
    page('<html lang="en">1</html>');
    await keepStartedPage(scope, []);
    rejectStorage(scope, 'put');
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    page('<html lang="en">2</html>');
    expect(await navigate(scope, '/')).toBe('<html lang="en">2</html>');
    server.clear();
    expect(await navigate(scope, '/')).toContain('>1<');
  });

  test('a page or file whose body breaks off is the kept one', async () => {
    const { scope } = createScope();
    page('<html lang="en">1</html>');
    await keepStartedPage(scope, []);
    serve('/before-paint.js', 'old', { 'cache-control': 'no-cache' });
    await load(scope, '/before-paint.js');
    breakOff('/', { 'content-type': 'text/html' });
    breakOff('/before-paint.js', { 'cache-control': 'no-cache' });
    expect(await navigate(scope, '/')).toContain('>1<');
    expect(await load(scope, '/before-paint.js')).toBe('old');
  });

  test('the API, other sites and changes are left to the browser', () => {
    const { scope } = createScope();
    const others = [
      request('/api/config'),
      request('/api/docs', { mode: 'navigate' }),
      request('/service-worker.js'),
      request('/assets/main.0a0a0a0a.js', { method: 'POST' }),
      request('/', { url: 'https://rpc.example/x.js' }),
    ];
    expect(others.map((other) => respond(scope, other))).toEqual(others.map(() => null));
  });
});
