import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { rpc } from '@touchline/local-stack/dependencies/json-rpc';
import {
  ahead,
  asOfBlock,
  inventing,
  lagging,
  omitting,
  type RpcFault,
  type RpcRequest,
} from './rpc-faults.ts';

/** An RPC in front of the chain's own, honest until a fault is set. */
export interface RpcDoor {
  readonly url: string;
  /** Forwards to this RPC; before, the door is down. */
  open(chainUrl: string): void;
  break(fault: RpcFault): Promise<void>;
  mend(): void;
  stop(): Promise<void>;
}

type Message = RpcRequest & { id: number };
interface Answer {
  id: number;
  result?: unknown;
  error?: unknown;
}

export async function startRpcDoor(): Promise<RpcDoor> {
  let chainUrl = '';
  let fault: RpcFault | null = null;
  let head = 0;
  const waiting = new Set<() => void>();

  const answer = async (body: string): Promise<Answer | Answer[]> => {
    const told = fault;
    const asked = JSON.parse(body) as Message | Message[];
    const messages = [asked].flat();
    const sent =
      told === 'LAGGING' ? messages.map((each) => ({ ...each, ...asOfBlock(each, head) })) : messages;
    const answers = await forward(chainUrl, sent);
    const said = answers.map((each) =>
      distort(
        each,
        messages.find(({ id }) => id === each.id),
        told,
        head,
      ),
    );
    return Array.isArray(asked) ? said : said[0]!;
  };

  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    if (fault === 'HANGING') await new Promise<void>((resolve) => waiting.add(resolve));
    if (chainUrl === '' || fault === 'DOWN') return refuse(response);
    await answer(body).then(
      (said) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said)),
      () => refuse(response),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const mend = () => {
    fault = null;
    for (const resolve of waiting) resolve();
    waiting.clear();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    open(url) {
      chainUrl = url;
    },
    async break(next) {
      if (next === 'LAGGING') head = Number(await rpc(chainUrl, 'eth_blockNumber', []));
      fault = next;
    },
    mend,
    async stop() {
      mend();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function distort(answer: Answer, request: Message | undefined, fault: RpcFault | null, head: number): Answer {
  if (!request || answer.error !== undefined) return answer;
  if (fault === 'LAGGING') return { ...answer, result: lagging(request, answer.result, head) };
  if (fault === 'OMITTING') return { ...answer, result: omitting(request, answer.result) };
  if (fault === 'INVENTING') return { ...answer, result: inventing(request, answer.result) };
  if (fault === 'AHEAD') return { ...answer, result: ahead(request, answer.result) };
  return answer;
}

async function forward(url: string, messages: readonly RpcRequest[]): Promise<Answer[]> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(messages),
    signal: AbortSignal.timeout(30_000),
  });
  return (await response.json()) as Answer[];
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function refuse(response: ServerResponse): void {
  response.writeHead(503).end();
}
