import { Agent, request } from 'node:http';

/** Address in 127.0.0.0/8. All of them are this machine, but the gateway sees a different client for each. */
export const loopbackAddress = (network: number, index: number) =>
  `127.${network}.${index >> 8}.${index & 255}`;

/** Creates a `fetch` that sends from one local address, each request over a new connection. */
export function fetchFrom(localAddress: string): typeof fetch {
  const agent = new Agent({ localAddress, family: 4 });
  return (url, { method = 'GET', headers, body, signal } = {}) =>
    new Promise((resolve, reject) => {
      const options = {
        agent,
        method,
        headers: headers as Record<string, string>,
        signal: signal ?? undefined,
      };
      const outgoing = request(String(url), options, async (incoming) => {
        try {
          const chunks: Buffer[] = [];
          for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
          const date = { date: String(incoming.headers.date) };
          resolve(new Response(Buffer.concat(chunks), { status: incoming.statusCode ?? 0, headers: date }));
        } catch (error) {
          reject(error);
        }
      });
      outgoing.on('error', reject).end(body);
    });
}
