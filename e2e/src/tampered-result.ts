import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ResultDocument, ResultEntry } from '@touchline/api/http/results';

/** Change of a result: of its first winner among the entries, or of its document. */
export interface Tampering {
  entry?: (entry: ResultEntry) => void;
  document?: (document: ResultDocument) => void;
}

/** Serves the product with changed results, as a dishonest operator could. Everything else is forwarded. */
export async function serveTampered(
  url: string,
  { entry, document }: Tampering,
): Promise<{ url: string; stop(): void }> {
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    const upstream = await fetch(`${url}${path}`);
    const text = await upstream.text();
    response.writeHead(upstream.status, {
      'content-type': upstream.headers.get('content-type') ?? 'application/json',
    });
    if (entry && path.includes('/result/entries')) response.end(changeWinner(text, entry));
    else if (document && path.endsWith('/result')) response.end(changeDocument(text, document));
    else response.end(text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => server.close(),
  };
}

function changeDocument(text: string, change: (document: ResultDocument) => void): string {
  const body = JSON.parse(text) as { data: ResultDocument };
  change(body.data);
  return JSON.stringify(body);
}

function changeWinner(text: string, change: (entry: ResultEntry) => void): string {
  const entries = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ResultEntry);
  change(entries.find(({ rank }) => rank === 1)!);
  return entries.map((entry) => JSON.stringify(entry)).join('\n');
}
