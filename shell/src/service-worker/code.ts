import type { WorkerScope } from './worker-scope.ts';

/**
 * Caches of the worker, one per build of the shell. They hold no data of users; the shell keeps that (src/kept-data.ts). Code in a
 * page, such as a bad version of a remote, can write to them. So they are used only without a connection, a page that starts with one
 * replaces its files, and a new build takes over nothing from them.
 */
const CACHES = 'touchline-code';
const nameCache = ({ BUILD }: WorkerScope) => `${CACHES}:${BUILD}`;
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
async function keep(scope: WorkerScope, key: string, response: Response): Promise<void> {
  const copy = await copyWithTime(response.clone());
  try {
    await (await scope.caches.open(nameCache(scope))).put(key, copy);
  } catch (error) {
    console.warn(error);
  }
}

/** Finds a stored response, of a previous build until a page of this one has started. Storage that cannot be read contains none. */
async function findKept(scope: WorkerScope, key: string): Promise<Response | undefined> {
  try {
    for (const name of [nameCache(scope), ...(await listOldCaches(scope))]) {
      const kept = await (await scope.caches.open(name)).match(key, { ignoreVary: true });
      if (kept) return kept;
    }
  } catch (error) {
    console.warn(error);
  }
}

const listOldCaches = async (scope: WorkerScope) =>
  (await scope.caches.keys()).filter((name) => name.startsWith(CACHES) && name !== nameCache(scope));

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

/**
 * Network first. For a file with a hash or version in its address, the network is the browser's own cache, to which code in a page
 * cannot write.
 */
async function loadFile(scope: WorkerScope, request: Request): Promise<Response> {
  const found = findKept(scope, request.url);
  try {
    const response = await fetch(request);
    // A page requests a file past all caches if its copy is damaged.
    const isKept = isVersioned(request.url) && request.cache !== 'reload' && (await found);
    if (!isKept && isKeepable(response)) await keep(scope, request.url, response);
    return response;
  } catch (error) {
    const kept = await found;
    if (!kept) throw error;
    return kept;
  }
}

/** Whether the content at this address never changes. */
const isVersioned = (url: string) =>
  /^\/remotes\/[^/]+\/[^/]+\/|[.-][0-9a-f]{8}\.\w+$/.test(new URL(url).pathname);
const isKeepable = (response: Response) =>
  response.status === 200 &&
  response.type === 'basic' &&
  !/no-store/.test(response.headers.get('cache-control') ?? '');

/** Keeps the code of a page that has started, and makes the page the one that is shown without a connection. */
export async function keepStartedPage(scope: WorkerScope, files: readonly string[]): Promise<void> {
  const cache = await scope.caches.open(nameCache(scope));
  for (const url of files) {
    const { origin, pathname } = new URL(url);
    if (origin !== scope.location.origin || !isCode(pathname)) continue;
    // The others were stored when the page loaded them.
    if (!isVersioned(url) && (await cache.match(url, { ignoreVary: true }))) continue;
    const response = await fetch(url).catch(() => null);
    if (response && isKeepable(response)) await cache.put(url, response);
  }
  const next =
    (await cache.match(NEXT_PAGE)) ??
    ((await cache.match(PAGE)) ? undefined : await loadFirstPage(scope, files));
  if (next) await cache.put(PAGE, next);
  await cache.delete(NEXT_PAGE);
  if (await cache.match(PAGE)) await replaceOldCaches(scope, cache);
  const ofPage = new Set([...files, new URL(PAGE, scope.location.origin).href]);
  // In the order in which they were stored.
  const oldest = (await cache.keys()).slice(0, -MAX_FILES);
  await Promise.all(oldest.filter(({ url }) => !ofPage.has(url)).map((key) => cache.delete(key)));
}

/**
 * Removes the caches of previous builds. Files of theirs that this build and other pages may still use are taken from the browser's
 * own cache, without a request.
 */
async function replaceOldCaches(scope: WorkerScope, cache: Cache): Promise<void> {
  for (const name of await listOldCaches(scope)) {
    for (const { url } of await (await scope.caches.open(name)).keys()) {
      if (!isVersioned(url) || (await cache.match(url, { ignoreVary: true }))) continue;
      const response = await fetch(url, { cache: 'only-if-cached', mode: 'same-origin' }).catch(() => null);
      if (response && isKeepable(response)) await cache.put(url, response);
    }
    await scope.caches.delete(name);
  }
}

/**
 * Loads the page again, because the first visit loaded it before there was a worker. Returns nothing if its scripts are not among
 * `files`: during an upgrade the page may be of another build.
 */
async function loadFirstPage(
  { location }: WorkerScope,
  files: readonly string[],
): Promise<Response | undefined> {
  const response = await fetch('/', { headers: { Accept: 'text/html' } }).catch(() => null);
  if (!response || !isPage(response)) return;
  const scripts = (await response.clone().text()).matchAll(/<script[^>]* src="([^"]+)"/g);
  for (const [, src = ''] of scripts) if (!files.includes(new URL(src, location.origin).href)) return;
  return copyWithTime(response);
}
