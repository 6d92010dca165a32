import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** RPC proxy in front of the chain that tests can block. */
export interface RpcProxy {
  url: string;
  /** Requests that were rejected since `block`. */
  rejectedCount(): number;
  /** Makes every request fail with 500. */
  block(): void;
  unblock(): void;
  stop(): Promise<void>;
}

export async function startRpcProxy(rpcUrl: string): Promise<RpcProxy> {
  let isBlocked = false;
  let rejected = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (isBlocked) {
      rejected += 1;
      response.writeHead(500).end();
      return;
    }
    const upstream = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: Buffer.concat(chunks),
    });
    response.writeHead(upstream.status, { 'content-type': 'application/json' }).end(await upstream.text());
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
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
