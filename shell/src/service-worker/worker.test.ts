import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMemoryCaches } from '../testing/memory-caches.ts';
import { keepStartedPage, respond } from './code.ts';
import type { WorkerScope } from './worker-scope.ts';

const ORIGIN = 'http://localhost';

/** A worker of this build, whose browser has these caches. */
const createScope = ({ BUILD = 'b1', caches = createMemoryCaches() } = {}) => ({
  scope: { BUILD, location: { origin: ORIGIN }, caches } as unknown as WorkerScope,
});

afterEach(() => vi.unstubAllGlobals());

const IMMUTABLE = { 'cache-control': 'public, max-age=31536000, immutable' };
let server: Map<string, () => Response>;
beforeEach(() => {
  server = new Map();
  vi.stubGlobal('fetch', async (request: Request | string) => {
    const { pathname } = new URL(typeof request === 'string' ? request : request.url, ORIGIN);
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
  caches.open = method === 'open' ? reject : async (name) => Object.assign(await open(name), { put: reject });
};
const page = (body: string, path = '/') => serve(path, body, { 'content-type': 'text/html' });
const request = (path: string, fields: object = {}) =>
  ({ url: ORIGIN + path, method: 'GET', mode: 'no-cors', cache: 'default', ...fields }) as Request;
const load = async (scope: WorkerScope, path: string, fields?: object) =>
  (await respond(scope, request(path, fields))?.response)?.text();
const navigate = (scope: WorkerScope, path: string) => load(scope, path, { mode: 'navigate' });

test('a file comes from the network while there is one, and from the cache without one', async () => {
  const { scope } = createScope();
  serve('/assets/main.0a0a0a0a.js', 'main', IMMUTABLE);
  serve('/before-paint.js', 'old', { 'cache-control': 'no-cache' });
  for (const path of server.keys()) await load(scope, path);
  serve('/before-paint.js', 'new', { 'cache-control': 'no-cache' });
  expect(await load(scope, '/before-paint.js')).toBe('new');
  server.clear();
  expect(await load(scope, '/before-paint.js')).toBe('new');
  expect(await load(scope, '/assets/main.0a0a0a0a.js')).toBe('main');
});

const FILES = ['/before-paint.js', '/assets/main.0a0a0a0a.js', '/remotes/mf-staking/1.0.0/page.js'];
/** Writes to every cache of the worker, as code in a page can. */
async function plant({ caches }: WorkerScope, names: string[]) {
  for (const name of names)
    for (const path of [...FILES, '/kept-page'])
      await (await caches.open(name)).put(path, reply('planted', IMMUTABLE));
}

test('P17 a file that code in a page has stored as immutable is still fetched, and replaced by the next page that starts', async () => {
  const { scope } = createScope();
  page('<html lang="en">1</html>');
  for (const path of FILES) serve(path, 'real', IMMUTABLE);
  await keepStartedPage(scope, []);
  await plant(scope, await scope.caches.keys());
  await navigate(scope, '/');
  for (const path of FILES) expect(await load(scope, path)).toBe('real');
  await keepStartedPage(
    scope,
    FILES.map((path) => ORIGIN + path),
  );
  server.clear();
  for (const path of FILES) expect(await load(scope, path)).toBe('real');
  expect(await navigate(scope, '/')).toContain('>1<');
});

test('P17 the first page of a build is not kept if its scripts are of another build', async () => {
  const script = (hash: string) =>
    `<html lang="en"><script defer src="/assets/main.${hash}.js"></script></html>`;
  const { scope: previous } = createScope();
  page(script('0a0a0a0a'));
  serve('/assets/main.0a0a0a0a.js', 'main', IMMUTABLE);
  const files = [`${ORIGIN}/assets/main.0a0a0a0a.js`];
  await keepStartedPage(previous, files);
  const { scope } = createScope({ BUILD: 'b2', caches: previous.caches });
  page(script('0b0b0b0b'));
  await keepStartedPage(scope, files);
  server.clear();
  expect(await navigate(scope, '/')).toContain('main.0a0a0a0a.js');
  expect(await load(scope, '/assets/main.0a0a0a0a.js')).toBe('main');
});

test('P17 a new build opens without a connection, and its first page removes the cache of the previous one', async () => {
  const { scope: previous } = createScope();
  page('<html lang="en">1</html>');
  for (const path of FILES) serve(path, 'of the server', IMMUTABLE);
  await keepStartedPage(
    previous,
    FILES.map((path) => ORIGIN + path),
  );
  const { scope } = createScope({ BUILD: 'b2', caches: previous.caches });
  const served = new Map(server);
  server.clear();
  expect(await navigate(scope, '/')).toContain('>1<');
  expect(await load(scope, FILES[1]!)).toBe('of the server');

  await plant(scope, ['touchline-code', 'touchline-code:b1']);
  server = served;
  page('<html lang="en">2</html>');
  await keepStartedPage(scope, []);
  expect(await scope.caches.keys()).toEqual(['touchline-code:b2']);
  server.clear();
  expect(await navigate(scope, '/')).toContain('>2<');
  // Kept for pages that this build has not opened yet, from the browser's own cache.
  expect(await load(scope, FILES[2]!)).toBe('of the server');
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
