import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { rpc } from '@touchline/local-stack/dependencies/json-rpc';
import {
  inventTransfer,
  makeAhead,
  makeLagging,
  omitTransfer,
  type RpcFault,
  type RpcRequest,
  rewriteLatest,
} from './rpc-faults.ts';

/** Proxy in front of the chain's RPC. It forwards unchanged until a fault is set. */
export interface RpcProxy {
  readonly url: string;
  /** Starts forwarding to this RPC. Until then the proxy is down. */
  forwardTo(chainUrl: string): void;
  break(fault: RpcFault): Promise<void>;
  repair(): void;
  stop(): Promise<void>;
}

type Message = RpcRequest & { id: number };
interface RpcResponse {
  id: number;
  result?: unknown;
  error?: unknown;
}

export async function startRpcProxy(): Promise<RpcProxy> {
  let chainUrl = '';
  let fault: RpcFault | null = null;
  let head = 0;
  const waiting = new Set<() => void>();

  const respond = async (body: string): Promise<RpcResponse | RpcResponse[]> => {
    const activeFault = fault;
    const parsed = JSON.parse(body) as Message | Message[];
    const messages = [parsed].flat();
    const sent =
      activeFault === 'LAGGING'
        ? messages.map((each) => ({ ...each, ...rewriteLatest(each, head) }))
        : messages;
    const responses = await forward(chainUrl, sent);
    const distorted = responses.map((each) =>
      distort(
        each,
        messages.find(({ id }) => id === each.id),
        activeFault,
        head,
      ),
    );
    return Array.isArray(parsed) ? distorted : distorted[0]!;
  };

  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    if (fault === 'HANGING') await new Promise<void>((resolve) => waiting.add(resolve));
    if (chainUrl === '' || fault === 'DOWN') return reject(response);
    await respond(body).then(
      (result) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(result)),
      () => reject(response),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const repair = () => {
    fault = null;
    for (const resolve of waiting) resolve();
    waiting.clear();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    forwardTo(url) {
      chainUrl = url;
    },
    async break(next) {
      if (next === 'LAGGING') head = Number(await rpc(chainUrl, 'eth_blockNumber', []));
      fault = next;
    },
    repair,
    async stop() {
      repair();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function distort(
  original: RpcResponse,
  request: Message | undefined,
  fault: RpcFault | null,
  head: number,
): RpcResponse {
  if (!request || original.error !== undefined) return original;
  if (fault === 'LAGGING') return { ...original, result: makeLagging(request, original.result, head) };
  if (fault === 'OMITTING') return { ...original, result: omitTransfer(request, original.result) };
  if (fault === 'INVENTING') return { ...original, result: inventTransfer(request, original.result) };
  if (fault === 'AHEAD') return { ...original, result: makeAhead(request, original.result) };
  return original;
}

async function forward(url: string, messages: readonly RpcRequest[]): Promise<RpcResponse[]> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(messages),
    signal: AbortSignal.timeout(30_000),
  });
  return (await response.json()) as RpcResponse[];
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function reject(response: ServerResponse): void {
  response.writeHead(503).end();
}
