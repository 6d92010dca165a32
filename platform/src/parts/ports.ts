import { createServer } from 'node:net';

const given = new Set<number>();

/** A TCP port of 127.0.0.1 that is free now; never the same twice within this process. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = await listenOnce(0);
    if (given.has(port)) continue;
    given.add(port);
    return port;
  }
}

/** Whether nobody listens on this port of 127.0.0.1. */
export async function isFree(port: number): Promise<boolean> {
  return listenOnce(port).then(
    () => true,
    () => false,
  );
}

function listenOnce(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : port));
    });
  });
}
