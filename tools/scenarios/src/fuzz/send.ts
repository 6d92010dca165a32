import { Agent, request } from 'node:http';
import type { Input } from './input.ts';

export interface Answer {
  status: number;
  type: string;
  text: string;
  ms: number;
}

const TIMEOUT_MS = 20_000;

/** Sends requests unchanged; fetch would normalise them. */
export function createSender(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const { hostname, port } = new URL(url);
  return {
    /** @throws Error when there is no answer */
    send(input: Input, token: string | null): Promise<Answer> {
      const body = input.body === null ? null : Buffer.from(input.body, input.bytes);
      const since = performance.now();
      return new Promise((resolve, reject) => {
        const sent = request(
          {
            hostname,
            port,
            agent,
            method: input.method,
            path: `/api${input.path}`,
            timeout: TIMEOUT_MS,
            headers: {
              ...input.headers,
              ...(token === null ? {} : { authorization: `Bearer ${token}` }),
              ...(body === null ? {} : { 'content-length': body.length }),
            },
          },
          (response) => {
            const type = response.headers['content-type'] ?? '';
            const done = (text: string) =>
              resolve({ status: response.statusCode ?? 0, type, text, ms: performance.now() - since });
            let text = '';
            response.setEncoding('utf8');
            response.on('data', (chunk: string) => {
              text += chunk;
            });
            response.on('end', () => done(text));
            response.on('error', reject);
            if (!type.startsWith('text/event-stream')) return;
            done(''); // a stream never ends
            sent.destroy();
          },
        );
        sent.on('timeout', () => sent.destroy(new Error(`no answer in ${TIMEOUT_MS} ms`)));
        sent.on('error', reject);
        sent.end(body ?? undefined);
      });
    },
    close: () => agent.destroy(),
  };
}
