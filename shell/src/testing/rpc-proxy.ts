import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface RpcRequest {
  method: string;
  params?: unknown[];
}

/** A recording proxy in front of a chain's RPC. */
export interface RpcProxy {
  url: string;
  requests: RpcRequest[];
  /** While true, every request fails as if there were no network. */
  isDown: boolean;
  /** Results in place of those of the chain, by method. */
  lies: Record<string, unknown>;
  stop(): void;
}

function lie({ lies }: RpcProxy, asked: RpcRequest | RpcRequest[], response: unknown): unknown {
  if (Array.isArray(asked))
    return asked.map((each, n) => lie({ lies } as RpcProxy, each, (response as unknown[])[n]));
  return asked.method in lies ? { ...(response as object), result: lies[asked.method] } : response;
}

export async function startRpcProxy(rpcUrl: string): Promise<RpcProxy> {
  const proxy: RpcProxy = { url: '', requests: [], isDown: false, lies: {}, stop: () => server.close() };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    if (proxy.isDown) return request.socket.destroy();
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', '*');
    if (request.method === 'OPTIONS') return response.writeHead(204).end();
    const upstream = await fetch(rpcUrl, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });
    const asked = JSON.parse(body) as RpcRequest | RpcRequest[];
    proxy.requests.push(...[asked].flat());
    const text = JSON.stringify(lie(proxy, asked, await upstream.json()));
    response.setHeader('content-type', 'application/json');
    response.end(text);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return proxy;
}
