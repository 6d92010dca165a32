import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An RPC address in front of the chain's that can be shut. */
export interface RpcDoor {
  url: string;
  /** How many requests came while it was shut. */
  turnedAway(): number;
  shut(): void;
  open(): void;
  stop(): Promise<void>;
}

export async function startRpcDoor(rpcUrl: string): Promise<RpcDoor> {
  let isOpen = true;
  let turnedAway = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (!isOpen) {
      turnedAway += 1;
      response.writeHead(500).end();
      return;
    }
    const answer = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: Buffer.concat(chunks),
    });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    turnedAway: () => turnedAway,
    shut() {
      isOpen = false;
      turnedAway = 0;
    },
    open() {
      isOpen = true;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
