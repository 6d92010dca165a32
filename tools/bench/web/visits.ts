import type { Browser, BrowserContext, Page } from '@playwright/test';
import { createClient } from '@touchline/api/client';
import { profile } from '@touchline/api/http/auth';
import { signIn } from '@touchline/local-stack/clients/signed-in';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';

export interface Visit {
  requests: number;
  /** Bytes on the wire, headers included. */
  bytes: number;
  /** Of these scripts and styles. */
  code: number;
  fonts: number;
  /** Milliseconds until `sign` was there. */
  ms: number;
}

/** A page of the product, and what is there when it can be used. */
export interface PageUnderTest {
  path: string;
  sign: string;
  player?: true;
  /** Addresses that are not fetched and not counted, like `http://localhost:8080/remotes/*`. */
  without?: string;
}

/** After the page can be used: what it loads later counts too. */
const REST_MS = 2_500;

/** A new browser profile; signed in if the page is for players. */
export async function createVisitor(browser: Browser, url: string, player = false): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 860 } });
  if (!player) return context;
  const send: typeof fetch = async (input, init) => {
    const answer = await context.request.fetch(String(input), {
      method: init?.method ?? 'GET',
      headers: init?.headers as Record<string, string>,
      ...(init?.body ? { data: init.body as string } : {}),
    });
    return new Response(await answer.text(), {
      status: answer.status(),
      headers: { 'content-type': 'application/json' },
    });
  };
  const token = await signIn(`${url}/api`, privateKeyToAccount(generatePrivateKey()), send);
  const { user } = await createClient({ base: `${url}/api`, token: () => token }).request(profile);
  await context.addInitScript(
    ([key, who]) => {
      localStorage.setItem('user_data', who);
      localStorage.setItem('auth_token', key);
    },
    [token, JSON.stringify(user)] as const,
  );
  return context;
}

/** Opens a page and counts what it loads; `latency` is added to each answer, in ms. */
export async function visit(
  context: BrowserContext,
  { path, sign, without }: PageUnderTest,
  { latency = 0, rest = REST_MS } = {},
): Promise<Visit> {
  const page = await context.newPage();
  const counted = await count(page, latency, without);
  const since = Date.now();
  await page.goto(path, { waitUntil: 'commit', timeout: 120_000 });
  await page.locator(sign).first().waitFor({ timeout: 120_000 });
  const ms = Date.now() - since;
  // The measurement itself: everything that is fetched within this time after the page can be used is counted.
  await page.waitForTimeout(rest);
  await page.close();
  return { ...counted, ms };
}

async function count(page: Page, latency: number, without?: string) {
  const counted = { requests: 0, bytes: 0, code: 0, fonts: 0 };
  const kinds = new Map<string, string>();
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  if (without) await session.send('Network.setBlockedURLs', { urls: [without] });
  const isCounted = (url: string) => !without || !url.startsWith(without.slice(0, -1));
  if (latency > 0)
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
  session.on('Network.responseReceived', ({ requestId, type }) => void kinds.set(requestId, type));
  session.on('Network.requestWillBeSent', ({ request }) => {
    if (isCounted(request.url)) counted.requests++;
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId);
    counted.bytes += encodedDataLength;
    if (kind === 'Script' || kind === 'Stylesheet') counted.code += encodedDataLength;
    if (kind === 'Font') counted.fonts += encodedDataLength;
  });
  return counted;
}
