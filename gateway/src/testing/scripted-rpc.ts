import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface RpcCall {
  id: number;
  method: string;
  params?: unknown[];
}

/** A fake RPC with results set by the test. */
export interface ScriptedRpc {
  url: string;
  calls: RpcCall[];
  /** Maximum number of concurrent requests. */
  maxConcurrent(): number;
  /** Holds all responses back until the result is called. */
  hold(): () => void;
  /** Number of requests without a response. */
  waiting(): number;
  stop(): void;
}

/** `results`: the result of each method; null for all others. */
export async function scriptedRpc(results: Record<string, string>): Promise<ScriptedRpc> {
  const calls: RpcCall[] = [];
  let open = 0;
  let maxOpen = 0;
  let waiting = 0;
  let held = Promise.resolve();
  const respond = (call: RpcCall) => {
    calls.push(call);
    return { jsonrpc: '2.0', id: call.id, result: results[call.method] ?? null };
  };
  const server = createServer(async (request, response) => {
    maxOpen = Math.max(maxOpen, ++open);
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const body = JSON.parse(text) as RpcCall | RpcCall[];
    open--;
    waiting++;
    await held;
    waiting--;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(Array.isArray(body) ? body.map(respond) : respond(body)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    maxConcurrent: () => maxOpen,
    hold() {
      let release = () => {};
      held = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
    waiting: () => waiting,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
