import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/** A TCP proxy whose connections can stop carrying data without being closed, like those of a machine that vanished. */
export interface FreezingProxy {
  /** The URL of the target, with the address of the proxy. */
  url: string;
  /** Freezes all connections; later ones work. */
  freeze(): void;
  stop(): Promise<void>;
}

/** @param delayMs delays the data in both directions */
export async function startFreezingProxy(targetUrl: string, delayMs = 0): Promise<FreezingProxy> {
  const target = new URL(targetUrl);
  const pairs = new Set<readonly [Socket, Socket]>();
  const server = createServer((from) => {
    const to = connect(Number(target.port), target.hostname);
    pairs.add([from, to]);
    for (const [source, sink] of [
      [from, to],
      [to, from],
    ] as const) {
      source.on('error', () => {});
      source.pipe(createDelay(delayMs)).pipe(sink);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(targetUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    freeze() {
      for (const [from, to] of pairs) {
        from.unpipe().pause();
        to.unpipe().pause();
      }
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const pair of pairs) for (const socket of pair) socket.destroy();
      }),
  };
}

function createDelay(ms: number): Transform {
  return new Transform({
    transform(chunk, _encoding, done) {
      if (ms === 0) done(null, chunk);
      else setTimeout(() => done(null, chunk), ms);
    },
  });
}
