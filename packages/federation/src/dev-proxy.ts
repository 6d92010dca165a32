import { type IncomingMessage, request as requestHttp, type ServerResponse } from 'node:http';
import { request as requestHttps } from 'node:https';

/** Path under which the dev server serves the remote's files and the banner. */
export const DEV_FILES = '/__dev/';
const BANNER = `${DEV_FILES}banner.js`;
const PAGE_DATA = /(<script type="application\/json" id="page-data">)(.*?)(<\/script>)/s;

/** A remote as the registry lists it (packages/api/src/http/remotes.ts). */
export interface DevRemote {
  name: string;
  version: string;
  manifest: string;
  routes: readonly object[];
  /** Always null: local builds are not verified. */
  integrity: null;
  assets: readonly never[];
}

/** Registry entry of the local remote, built from its remote.json. */
export const devRemote = ({ name, routes }: { name: string; routes: readonly object[] }): DevRemote => ({
  name,
  version: 'dev',
  manifest: `${DEV_FILES}mf-manifest.json`,
  routes: routes.map((route) => ({ audience: 'everyone', ...route })),
  integrity: null,
  assets: [],
});

interface ProxyOptions {
  /** A running installation, such as https://play.example. */
  target: URL;
  /** The local remote. It replaces the published one, or is added to the list. */
  remote: DevRemote;
}

/**
 * Dev server middleware: serves this remote's files and proxies everything else to a running installation, with this remote added
 * to the registry. Only clients of the dev server see the change; the installation itself is not modified.
 */
export function devProxy({ target, remote }: ProxyOptions) {
  return (req: IncomingMessage, res: ServerResponse, next: () => void): void => {
    const path = req.url ?? '/';
    if (path === BANNER) {
      res.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-store' });
      res.end(buildBanner(remote.name, target.origin));
    } else if (path.startsWith(DEV_FILES) || path === '/ws') next();
    else forward({ target, remote }, req, res);
  };
}

function forward({ target, remote }: ProxyOptions, req: IncomingMessage, res: ServerResponse): void {
  const send = target.protocol === 'https:' ? requestHttps : requestHttp;
  const { url = '/', method } = req;
  const isRewritten = url.startsWith('/api/remotes') || req.headers.accept?.includes('text/html') === true;
  const headers = {
    ...req.headers,
    host: target.host,
    ...(req.headers.origin ? { origin: target.origin } : {}),
    // A response that is rewritten here must not be compressed.
    ...(isRewritten ? { 'accept-encoding': 'identity' } : {}),
  };
  const upstream = send(new URL(url, target), { method, headers }, (from) => {
    const status = from.statusCode ?? 502;
    if (!isRewritten) {
      res.writeHead(status, from.headers);
      from.pipe(res);
      return;
    }
    void readText(from).then((text) => {
      const { 'content-length': _, ...forwarded } = from.headers;
      res.writeHead(status, forwarded);
      res.end(insertRemote(text, remote));
    });
  });
  upstream.on('error', (error) => {
    if (!res.headersSent) res.writeHead(502, { 'content-type': 'text/plain' });
    res.end(`${target.origin} is not reachable: ${error.message}`);
  });
  res.on('close', () => upstream.destroy());
  req.pipe(upstream);
}

/** Adds this remote to a page or to a response of /api/remotes. Returns any other text unchanged. */
export function insertRemote(text: string, remote: DevRemote): string {
  const page = PAGE_DATA.exec(text);
  if (!page) {
    const response = parseJson(text);
    const listed = response?.data?.remotes;
    if (!Array.isArray(listed)) return text;
    return JSON.stringify({
      ...response,
      data: { ...response?.data, remotes: replaceRemote(listed, remote) },
    });
  }
  const data = parseJson(page[2] ?? '') as { remotes?: { name: string }[] | null } | null;
  const remotes = data?.remotes ? replaceRemote(data.remotes, remote) : null;
  const json = JSON.stringify({ ...data, remotes }).replaceAll('<', '\\u003c');
  return text
    .replaceAll(new RegExp(`<link rel="preload" href="/remotes/${remote.name}/[^>]*>`, 'g'), '')
    .replace(PAGE_DATA, (_all, start: string, _old, end: string) => start + json + end)
    .replace('</head>', () => `<script src="${BANNER}" defer></script></head>`);
}

const replaceRemote = (remotes: readonly { name: string }[], remote: DevRemote) => [
  ...remotes.filter(({ name }) => name !== remote.name),
  remote,
];

function parseJson(text: string): { data?: { remotes?: { name: string }[] } } | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function readText(from: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of from) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * Script of the banner, which names the origin of each part of the page and links to the installation. Styles are set by script:
 * the content security policy forbids inline styles.
 */
const buildBanner = (name: string, origin: string) => `
const bar = document.createElement('div');
bar.setAttribute('role', 'status');
bar.append(${JSON.stringify(`${name} comes from this machine, everything else from ${origin}. `)});
const end = document.createElement('a');
end.textContent = 'End';
end.addEventListener('click', (event) => { event.preventDefault(); location.assign(${JSON.stringify(origin)} + location.pathname + location.search); });
end.href = ${JSON.stringify(origin)};
bar.append(end);
Object.assign(bar.style, { position: 'fixed', inset: 'auto 0 0 0', zIndex: 10000, padding: '6px 12px', background: '#f5c84b', color: '#10161e', font: '14px system-ui' });
Object.assign(end.style, { color: 'inherit', fontWeight: 700 });
document.body.append(bar);
`;
