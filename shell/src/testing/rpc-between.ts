import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Asked {
  method: string;
  params?: unknown[];
}

/** A door to a chain's RPC that a test watches, and shuts. */
export interface RpcBetween {
  url: string;
  asked: Asked[];
  /** Shut: every call fails as if there were no network. */
  shut: boolean;
  stop(): void;
}

export async function rpcBetween(rpcUrl: string): Promise<RpcBetween> {
  const between: RpcBetween = { url: '', asked: [], shut: false, stop: () => server.close() };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    if (between.shut) return request.socket.destroy();
    const answer = await fetch(rpcUrl, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });
    const text = await answer.text();
    between.asked.push(...([JSON.parse(body)].flat() as Asked[]));
    response.setHeader('content-type', 'application/json');
    response.end(text);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  between.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return between;
}
