import { connect } from 'node:net';
import { errorBody } from '@touchline/api/error-body';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLog } from '../process/log.ts';
import { createKoa } from './app.ts';
import { type Listening, listen } from './server.ts';

let running: Listening;
beforeAll(async () => {
  const koa = createKoa({ log: createLog('test', 'silent'), ready: async () => ({}) });
  running = await listen(koa, 0, '127.0.0.1');
});
afterAll(() => running.close());

/** Sends raw bytes and reads until the server closes. */
function sendBytes(bytes: string): Promise<{ head: string; body: unknown }> {
  return new Promise((resolve, reject) => {
    const socket = connect(running.port, '127.0.0.1', () => socket.write(bytes));
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    socket.on('error', reject);
    socket.on('end', () => {
      const [head = '', body = ''] = text.split('\r\n\r\n');
      resolve({ head, body: JSON.parse(body) });
    });
  });
}

describe('request targets other than paths', () => {
  const sendTarget = (target: string) =>
    sendBytes(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);

  test.each(['*', 'foo://bar', 'http://[::1/', 'http://'])(
    '%s is 400 with the failure envelope',
    async (target) => {
      const { head, body } = await sendTarget(target);
      expect(head).toMatch(/^HTTP\/1\.1 400 /);
      expect(errorBody.parse(body)).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ path: '' }] });
    },
  );

  test('an absolute URL is reduced to its path', async () => {
    const { head, body } = await sendTarget('http://somewhere.example/healthz?x=1');
    expect(head).toMatch(/^HTTP\/1\.1 200 /);
    expect(body).toMatchObject({ success: true });
  });
});

describe('malformed input', () => {
  test('input that is not HTTP gets the failure envelope', async () => {
    const { head, body } = await sendBytes('HELLO?\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    expect(head).toContain('application/json');
    expect(errorBody.parse(body)).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ path: '' }] });
  });

  test('a too long URL or header gets the failure envelope', async () => {
    for (const start of [
      `GET /api/games?${'a'.repeat(20_000)}`,
      `GET / HTTP/1.1\r\nX: ${'a'.repeat(20_000)}`,
    ]) {
      const { head, body } = await sendBytes(start);
      expect(head).toMatch(/^HTTP\/1\.1 431 /);
      expect(errorBody.parse(body).code).toBe('HEADERS_TOO_LARGE');
    }
  });
});
