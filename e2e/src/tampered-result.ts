import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ResultEntry } from '@touchline/api/http/results';

/** Serves the product with one changed entry per result, as a dishonest operator could. Everything else is forwarded. */
export async function serveTampered(
  url: string,
  change: (entry: ResultEntry) => void,
): Promise<{ url: string; stop(): void }> {
  const server = createServer(async (request, response) => {
    const upstream = await fetch(`${url}${request.url}`);
    const text = await upstream.text();
    const isEntries = request.url?.includes('/result/entries') ?? false;
    response.writeHead(upstream.status, {
      'content-type': upstream.headers.get('content-type') ?? 'application/json',
    });
    response.end(isEntries ? tamper(text, change) : text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => server.close(),
  };
}

/** Changes the first winner. */
function tamper(text: string, change: (entry: ResultEntry) => void): string {
  const entries = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ResultEntry);
  change(entries.find(({ rank }) => rank === 1)!);
  return entries.map((entry) => JSON.stringify(entry)).join('\n');
}
