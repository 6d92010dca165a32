import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { devProxy, devRemote } from './dev-proxy.ts';

const remote = devRemote({ name: 'mf-mine', routes: [{ path: '/mine', label: '</script>' }] });
const other = { name: 'mf-other', version: '1.0.0' };
const data = JSON.stringify({ config: { a: 1 }, remotes: [other, { name: 'mf-mine', version: '1.0.0' }] });
const PAGE = `<html><head><link rel="preload" href="/remotes/mf-mine/1.0.0/a.js" as="script"><script type="application/json" id="page-data">${data}</script></head><body></body></html>`;

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

async function listen(handler: RequestListener): Promise<string> {
  const server = createServer(handler).listen(0, '127.0.0.1');
  stops.push(() => server.close());
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A dev server in front of a fake installation. `seen` lists the requests that reach the installation. */
async function open() {
  const seen: { method: string | undefined; path: string | undefined; host: unknown; origin: unknown }[] = [];
  const product = await listen((req, res) => {
    seen.push({ method: req.method, path: req.url, host: req.headers.host, origin: req.headers.origin });
    if (req.url === '/api/remotes') res.end(JSON.stringify({ success: true, data: { remotes: [other] } }));
    else if (req.url?.startsWith('/api/')) res.setHeader('set-cookie', 'a=b; HttpOnly').end('{"data":7}');
    else res.setHeader('content-type', 'text/html').end(PAGE);
  });
  const middleware = devProxy({ target: new URL(product), remote });
  const dev = await listen((req, res) => middleware(req, res, () => res.end('own file')));
  return { product, dev, seen };
}

test('a proxied page lists the local remote and has a banner, but no other changes', async () => {
  const { dev } = await open();
  const page = await (await fetch(`${dev}/mine`, { headers: { accept: 'text/html' } })).text();
  const [, json = ''] = /id="page-data">(.*?)<\/script>/s.exec(page) ?? [];
  expect(JSON.parse(json)).toEqual({ config: { a: 1 }, remotes: [other, remote] });
  expect(page).not.toContain('preload');
  expect(page).toContain('<script src="/__dev/banner.js" defer></script></head>');
  expect(await (await fetch(`${dev}/__dev/banner.js`)).text()).toContain('mf-mine comes from this machine');
});

test('the proxied registry lists the local remote; other requests pass unchanged, as if from the installation’s own page', async () => {
  const { product, dev, seen } = await open();
  const list = await (await fetch(`${dev}/api/remotes`)).json();
  expect(list).toEqual({ success: true, data: { remotes: [other, remote] } });
  const call = await fetch(`${dev}/api/auth/login`, { method: 'POST', headers: { origin: dev }, body: '{}' });
  expect([await call.text(), call.headers.get('set-cookie')]).toEqual(['{"data":7}', 'a=b; HttpOnly']);
  const { host, origin } = new URL(product);
  expect(seen.at(-1)).toEqual({ method: 'POST', path: '/api/auth/login', host, origin });
  expect(await (await fetch(`${dev}/__dev/mf-manifest.json`)).text()).toBe('own file');
});

test('an unreachable installation yields 502 and its URL', async () => {
  const middleware = devProxy({ target: new URL('http://127.0.0.1:1'), remote });
  const response = await fetch(`${await listen((req, res) => middleware(req, res, () => {}))}/mine`);
  expect([response.status, await response.text()]).toEqual([
    502,
    expect.stringContaining('http://127.0.0.1:1'),
  ]);
});
