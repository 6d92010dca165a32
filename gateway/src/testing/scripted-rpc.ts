import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface RpcCall {
  id: number;
  method: string;
  params?: unknown[];
}

/** An RPC that answers what the test says. */
export interface ScriptedRpc {
  url: string;
  calls: RpcCall[];
  /** The largest number of requests it had at once. */
  maxConcurrent(): number;
  stop(): void;
}

/** `answers`: the result of each method, null for all others. */
export async function scriptedRpc(answers: Record<string, string>): Promise<ScriptedRpc> {
  const calls: RpcCall[] = [];
  let open = 0;
  let most = 0;
  const answer = (call: RpcCall) => {
    calls.push(call);
    return { jsonrpc: '2.0', id: call.id, result: answers[call.method] ?? null };
  };
  const server = createServer(async (request, response) => {
    most = Math.max(most, ++open);
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const body = JSON.parse(text) as RpcCall | RpcCall[];
    open--;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(Array.isArray(body) ? body.map(answer) : answer(body)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    maxConcurrent: () => most,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
