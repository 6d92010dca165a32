import type { Browser, BrowserContext, Page } from '@playwright/test';
import { createClient } from '@touchline/api/client';
import { profile } from '@touchline/api/http/auth';
import { signIn } from '@touchline/local-stack/clients/signed-in';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';

export interface Visit {
  requests: number;
  /** Transferred bytes, including headers. */
  bytes: number;
  /** Bytes of scripts and styles. */
  code: number;
  /** Bytes of fonts. */
  fonts: number;
  /** Milliseconds until the page was ready. */
  ms: number;
}

/** A page of the product. */
export interface PageUnderTest {
  path: string;
  /** Matches an element as soon as the page is ready for use. */
  readySelector: string;
  /** Requires a signed-in player. */
  player?: true;
  /** URL pattern that is blocked and not counted, for example `http://localhost:8080/remotes/*`. */
  blockedUrl?: string;
}

/** Time after the page is ready during which further requests are counts. */
const IDLE_MS = 2_500;

/** Creates a new browser profile, signed in if `player` is set. */
export async function createVisitor(browser: Browser, url: string, player = false): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 860 } });
  if (!player) return context;
  const send: typeof fetch = async (input, init) => {
    const response = await context.request.fetch(String(input), {
      method: init?.method ?? 'GET',
      headers: init?.headers as Record<string, string>,
      ...(init?.body ? { data: init.body as string } : {}),
    });
    return new Response(await response.text(), {
      status: response.status(),
      headers: { 'content-type': 'application/json' },
    });
  };
  const token = await signIn(`${url}/api`, privateKeyToAccount(generatePrivateKey()), send);
  const { user } = await createClient({ base: `${url}/api`, token: () => token }).request(profile);
  await context.addInitScript(
    ([token, user]) => {
      localStorage.setItem('user_data', user);
      localStorage.setItem('auth_token', token);
    },
    [token, JSON.stringify(user)] as const,
  );
  return context;
}

/** Opens a page and counts its requests and bytes. @param latency delay added to each response, in ms */
export async function visit(
  context: BrowserContext,
  { path, readySelector, blockedUrl }: PageUnderTest,
  { latency = 0, idleMs = IDLE_MS } = {},
): Promise<Visit> {
  const page = await context.newPage();
  const counts = await countRequests(page, latency, blockedUrl);
  const since = Date.now();
  await page.goto(path, { waitUntil: 'commit', timeout: 120_000 });
  await page.locator(readySelector).first().waitFor({ timeout: 120_000 });
  const ms = Date.now() - since;
  // A fixed time on purpose: the figure is the number of requests and bytes within it, so there is no event to wait for.
  await page.waitForTimeout(idleMs);
  await page.close();
  return { ...counts, ms };
}

async function countRequests(page: Page, latency: number, blockedUrl?: string) {
  const counts = { requests: 0, bytes: 0, code: 0, fonts: 0 };
  const kinds = new Map<string, string>();
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  if (blockedUrl) await session.send('Network.setBlockedURLs', { urls: [blockedUrl] });
  const isCounted = (url: string) => !blockedUrl || !url.startsWith(blockedUrl.slice(0, -1));
  if (latency > 0)
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
  session.on('Network.responseReceived', ({ requestId, type }) => void kinds.set(requestId, type));
  session.on('Network.requestWillBeSent', ({ request }) => {
    if (isCounted(request.url)) counts.requests++;
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId);
    counts.bytes += encodedDataLength;
    if (kind === 'Script' || kind === 'Stylesheet') counts.code += encodedDataLength;
    if (kind === 'Font') counts.fonts += encodedDataLength;
  });
  return counts;
}
