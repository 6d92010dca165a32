import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface RpcCall {
  method: string;
  params?: unknown[];
}

/** A proxy in front of a chain's RPC. */
export interface RpcProxy {
  url: string;
  calls: RpcCall[];
  /** While true every call fails as if there were no network. */
  shut: boolean;
  stop(): void;
}

export async function rpcProxy(rpcUrl: string): Promise<RpcProxy> {
  const proxy: RpcProxy = { url: '', calls: [], shut: false, stop: () => server.close() };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    if (proxy.shut) return request.socket.destroy();
    const answer = await fetch(rpcUrl, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });
    const text = await answer.text();
    proxy.calls.push(...([JSON.parse(body)].flat() as RpcCall[]));
    response.setHeader('content-type', 'application/json');
    response.end(text);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return proxy;
}
