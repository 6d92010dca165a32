import { Agent, request } from 'node:http';
import type { Input } from './input.ts';

export interface HttpResponse {
  status: number;
  type: string;
  text: string;
  ms: number;
}

const TIMEOUT_MS = 20_000;

/** Creates a client that sends requests unchanged, which fetch would normalise. */
export function createSender(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const { hostname, port } = new URL(url);
  return {
    /** Sends a request. @throws Error if there is no response within 20 s */
    send(input: Input, token: string | null): Promise<HttpResponse> {
      const body = input.body === null ? null : Buffer.from(input.body, input.bytes);
      const since = performance.now();
      return new Promise((resolve, reject) => {
        const outgoing = request(
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
            done(''); // event streams do not end
            outgoing.destroy();
          },
        );
        outgoing.on('timeout', () => outgoing.destroy(new Error(`no response within ${TIMEOUT_MS} ms`)));
        outgoing.on('error', reject);
        outgoing.end(body ?? undefined);
      });
    },
    close: () => agent.destroy(),
  };
}
