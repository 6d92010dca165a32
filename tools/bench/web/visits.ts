import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';

const KINDS = ['page', 'shell', 'remotes', 'styles', 'fonts', 'pictures', 'data'] as const;
/** Scripts are counted separately for the shell and the remotes. */
type Kind = (typeof KINDS)[number];

export interface Visit {
  requests: number;
  /** Transferred bytes, including headers. */
  bytes: number;
  /** Transferred bytes by kind. */
  byKind: Record<Kind, number>;
  /** Milliseconds until the page was ready. */
  ms: number;
}

/** A page of the product. */
export interface PageUnderTest {
  /** The page's route, which names it in the results. */
  name: string;
  path: string;
  /** Matches an element as soon as the page is ready for use. */
  readySelector: string;
  /** The player's local storage; a guest by default. */
  player?: Readonly<Record<string, string>>;
  /** Entries of the session storage. */
  storage?: Readonly<Record<string, string>>;
  /** Navigation state, as from the page that links to it. */
  state?: Readonly<Record<string, string>>;
  /** URL prefix that is blocked and not counted, for example `http://localhost:8080/remotes/`. */
  blockedUrl?: string;
}

/** Path of the demo wallet, which is not measured: only local products have it. */
export const DEMO_WALLET = '/demo-wallet.js';

/** A page is complete after this time without a request. The shell's last requests start three seconds after its first paint. */
const QUIET_MS = 5_000;

/** Bytes of scripts and styles. */
export const countCode = ({ byKind: { shell, remotes, styles } }: Visit): number => shell + remotes + styles;

/** Creates a new browser profile for a page, signed in if it has a player. */
export async function createVisitor(
  browser: Browser,
  url: string,
  { player = {}, storage = {}, state }: Pick<PageUnderTest, 'player' | 'storage' | 'state'> = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 860 } });
  await context.addInitScript(
    ([local, session, usr]) => {
      if (usr) history.replaceState({ usr }, '');
      for (const [key, value] of Object.entries(local)) localStorage.setItem(key, value);
      for (const [key, value] of Object.entries(session)) sessionStorage.setItem(key, value);
    },
    [player, storage, state] as const,
  );
  return context;
}

/**
 * Opens a page and counts its requests and bytes until it is complete, or with `untilReady` until it is ready.
 * @param latency delay added to each response, in ms
 */
export async function visit(
  context: BrowserContext,
  { path, readySelector, blockedUrl }: PageUnderTest,
  { latency = 0, untilReady = false } = {},
): Promise<Visit> {
  const page = await context.newPage();
  const { counts, quiet } = await countRequests(page, latency, blockedUrl);
  const since = Date.now();
  await page.goto(path, { waitUntil: 'commit', timeout: 120_000 });
  await page.locator(readySelector).first().waitFor({ timeout: 120_000 });
  const ms = Date.now() - since;
  if (!untilReady) await quiet;
  await page.close();
  return { ...counts, ms };
}

async function countRequests(page: Page, latency: number, blockedUrl?: string) {
  const byKind = Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Visit['byKind'];
  const counts = { requests: 0, bytes: 0, byKind };
  const open = new Map<string, string>();
  const kinds = new Map<string, Kind>();
  let timer: NodeJS.Timeout | undefined;
  const quiet = new Promise<void>((resolve) => {
    timer = setTimeout(() => open.size === 0 && resolve(), QUIET_MS);
  });
  const session = await openSession(page, latency, blockedUrl);
  const isCounted = (url: string) =>
    !url.endsWith(DEMO_WALLET) && !(blockedUrl && url.startsWith(blockedUrl));
  const close = ({ requestId }: { requestId: string }) => {
    open.delete(requestId);
    timer?.refresh();
  };
  session.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    if (isCounted(request.url)) counts.requests++;
    // The live stream never ends.
    if (type !== 'EventSource') open.set(requestId, request.url);
    timer?.refresh();
  });
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    kinds.set(requestId, toKind(type, new URL(response.url).pathname));
  });
  session.on('Network.loadingFailed', close);
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    close({ requestId });
    counts.bytes += encodedDataLength;
    byKind[kinds.get(requestId) ?? 'data'] += encodedDataLength;
  });
  return { counts, quiet };
}

async function openSession(page: Page, latency: number, blockedUrl?: string): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const urls = [`*${DEMO_WALLET}`, ...(blockedUrl ? [`${blockedUrl}*`] : [])];
  await session.send('Network.setBlockedURLs', { urls });
  if (latency > 0)
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
  return session;
}

function toKind(type: string, path: string): Kind {
  if (type === 'Document') return 'page';
  if (type === 'Script') return path.startsWith('/remotes/') ? 'remotes' : 'shell';
  if (type === 'Stylesheet') return 'styles';
  if (type === 'Font') return 'fonts';
  return type === 'Image' ? 'pictures' : 'data';
}
