import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Changes the result of a request; may return a promise. */
type Lie = (method: string, result: unknown) => unknown;

/** RPC proxy in front of the chain that tests can block, and that can lie. */
export interface RpcProxy {
  url: string;
  /** Requests that were rejected since `block`. */
  rejectedCount(): number;
  /** Makes every request fail with 500. */
  block(): void;
  unblock(): void;
  /** Changes the results of all requests from now on; null ends it. */
  lie(lie: Lie | null): void;
  stop(): Promise<void>;
}

interface Message {
  id: number;
  method: string;
}

export async function startRpcProxy(rpcUrl: string): Promise<RpcProxy> {
  let isBlocked = false;
  let rejected = 0;
  let lie: Lie | null = null;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (isBlocked) {
      rejected += 1;
      response.writeHead(500).end();
      return;
    }
    const body = Buffer.concat(chunks).toString();
    const headers = { 'content-type': 'application/json' };
    const upstream = await fetch(rpcUrl, { method: 'POST', headers, body });
    const text = await upstream.text();
    response.writeHead(upstream.status, headers).end(lie ? await distort(body, text, lie) : text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    rejectedCount: () => rejected,
    block() {
      isBlocked = true;
      rejected = 0;
    },
    unblock() {
      isBlocked = false;
    },
    lie(next) {
      lie = next;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function distort(body: string, text: string, lie: Lie): Promise<string> {
  const methods = new Map(
    [JSON.parse(body) as Message | Message[]].flat().map(({ id, method }) => [id, method]),
  );
  const change = async (response: { id: number; result?: unknown }) =>
    response.result === undefined
      ? response
      : { ...response, result: await lie(methods.get(response.id) ?? '', response.result) };
  const responses = JSON.parse(text) as { id: number } | { id: number }[];
  return JSON.stringify(
    await (Array.isArray(responses) ? Promise.all(responses.map(change)) : change(responses)),
  );
}
