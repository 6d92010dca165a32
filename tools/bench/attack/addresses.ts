import { Agent, request } from 'node:http';

/** Every address of 127.0.0.0/8 is this machine, and to the product another client. */
export const loopbackAddress = (network: number, index: number) => `127.${network}.${index >> 8}.${index & 255}`;

/** `fetch` from one address, each call over a connection of its own. */
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
      const call = request(String(url), options, async (answer) => {
        try {
          const parts: Buffer[] = [];
          for await (const part of answer as AsyncIterable<Buffer>) parts.push(part);
          const date = { date: String(answer.headers.date) };
          resolve(new Response(Buffer.concat(parts), { status: answer.statusCode ?? 0, headers: date }));
        } catch (error) {
          reject(error);
        }
      });
      call.on('error', reject).end(body);
    });
}
