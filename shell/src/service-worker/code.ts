import type { WorkerScope } from './worker-scope.ts';

/** The only cache of the worker. It holds no data of users; the shell keeps that (src/kept-data.ts). */
const CACHE = 'touchline-code';
/** The page that is shown without a connection, for any path: pages differ only in what the shell renders itself. */
const PAGE = '/kept-page';
/** The page of the last navigation. It becomes the kept page once it has started, so its code is complete. */
const NEXT_PAGE = '/kept-page/next';
const KEPT_AT = 'x-kept-at';
/** A build and its remotes are about a hundred files. */
const MAX_FILES = 400;

/** Responds to a request of a page; null for requests that the worker leaves to the browser. */
export function respond(scope: WorkerScope, request: Request): { response: Promise<Response> } | null {
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== scope.location.origin) return null;
  if (request.mode === 'navigate') return isApi(pathname) ? null : { response: loadPage(scope, request) };
  return isCode(pathname) ? { response: loadFile(scope, request) } : null;
}

const isApi = (path: string) => path.startsWith('/api/');
/** Pages that remotes fetch themselves have no extension. */
const isCode = (path: string) => !isApi(path) && path !== '/service-worker.js' && path.includes('.');

/** Network first, so that a release is visible immediately. */
async function loadPage(scope: WorkerScope, request: Request): Promise<Response> {
  try {
    const response = await fetch(request);
    if (isPage(response)) await keep(scope, NEXT_PAGE, response);
    return response;
  } catch (error) {
    const kept = await findKept(scope, PAGE);
    if (!kept) throw error;
    return markKept(kept);
  }
}

/**
 * Stores a copy of a response. Storage that is full or blocked does not fail the request.
 * @throws the error of a body that breaks off
 */
async function keep({ caches }: WorkerScope, key: string, response: Response): Promise<void> {
  const copy = await copyWithTime(response.clone());
  try {
    await (await caches.open(CACHE)).put(key, copy);
  } catch (error) {
    console.warn(error);
  }
}

/** Finds a stored response. Storage that cannot be read contains none. */
async function findKept({ caches }: WorkerScope, key: string): Promise<Response | undefined> {
  try {
    return await (await caches.open(CACHE)).match(key, { ignoreVary: true });
  } catch (error) {
    console.warn(error);
  }
}

const isPage = (response: Response) =>
  response.status === 200 &&
  !response.redirected &&
  response.headers.get('content-type')?.includes('text/html');

/** Copies a response and adds the time. Its body is decoded, so it must not be decoded again. */
async function copyWithTime(response: Response): Promise<Response> {
  const headers = new Headers(response.headers);
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  headers.set(KEPT_AT, String(Date.now()));
  // In memory: a blob may need the disk, which may be full.
  return new Response(await response.arrayBuffer(), { headers });
}

/** Tells the shell when the page was loaded: its server time and its heading belong to that visit. */
async function markKept(kept: Response): Promise<Response> {
  const html = await kept.text();
  const marked = html.replace(/<html\b/i, `<html data-kept="${Number(kept.headers.get(KEPT_AT))}"`);
  return new Response(marked, { headers: kept.headers });
}

/** Files that never change come from the cache. The others come from the network, and from the cache without one. */
async function loadFile(scope: WorkerScope, request: Request): Promise<Response> {
  const kept = await findKept(scope, request.url);
  // A page requests a file past all caches if its copy is damaged.
  if (kept && isImmutable(kept) && request.cache !== 'reload') return kept;
  try {
    const response = await fetch(request);
    if (isKeepable(response)) await keep(scope, request.url, response);
    return response;
  } catch (error) {
    if (!kept) throw error;
    return kept;
  }
}

const isImmutable = (response: Response) => /\bimmutable\b/.test(response.headers.get('cache-control') ?? '');
const isKeepable = (response: Response) =>
  response.status === 200 &&
  response.type === 'basic' &&
  !/no-store/.test(response.headers.get('cache-control') ?? '');

/** Keeps the code of a page that has started, and makes the page the one that is shown without a connection. */
export async function keepStartedPage(scope: WorkerScope, files: readonly string[]): Promise<void> {
  const cache = await scope.caches.open(CACHE);
  for (const url of files) {
    const { origin, pathname } = new URL(url);
    if (origin !== scope.location.origin || !isCode(pathname)) continue;
    if (await cache.match(url, { ignoreVary: true })) continue;
    const response = await fetch(url).catch(() => null);
    if (response && isKeepable(response)) await cache.put(url, response);
  }
  const next =
    (await cache.match(NEXT_PAGE)) ?? ((await cache.match(PAGE)) ? undefined : await loadFirstPage());
  if (next) await cache.put(PAGE, next);
  await cache.delete(NEXT_PAGE);
  const ofPage = new Set([...files, new URL(PAGE, scope.location.origin).href]);
  // In the order in which they were stored.
  const oldest = (await cache.keys()).slice(0, -MAX_FILES);
  await Promise.all(oldest.filter(({ url }) => !ofPage.has(url)).map((key) => cache.delete(key)));
}

/** The page of the first visit was loaded before there was a worker. */
async function loadFirstPage(): Promise<Response | undefined> {
  const response = await fetch('/', { headers: { Accept: 'text/html' } }).catch(() => null);
  return response && isPage(response) ? copyWithTime(response) : undefined;
}
