import { ALL_ENDPOINTS, declaredCalls } from '@touchline/api/all-endpoints';
import { LIVE_PATH } from '@touchline/api/http/live';
import type { OpenApiDocument } from '@touchline/api/openapi/document';
import { createTestDatabase, type TestDatabase } from '@touchline/platform/testing';
import { registeredCalls } from '@touchline/service-kit/testing/registered-calls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serviceFor } from '../routing/routes.ts';
import { type GatewayUnderTest, startGateway } from '../testing/gateway-under-test.ts';
import { rawGet, visitor } from '../testing/visitor.ts';

let database: TestDatabase;
let gateway: GatewayUnderTest;

beforeAll(async () => {
  database = await createTestDatabase('gateway');
  gateway = await startGateway({ databaseUrl: database.url });
});

afterAll(async () => {
  await gateway?.stop();
  await database?.drop();
});

const get = (path: string, headers?: Record<string, string>) => rawGet(gateway.url, path, headers);

describe('what is declared and what is answered', () => {
  test('every declared call that is no service’s has a route here, and no other has', async () => {
    const live = `GET ${LIVE_PATH}`; // a stream, beside the router
    expect([...registeredCalls(gateway.app), live].sort()).toEqual(
      declaredCalls((path) => serviceFor(`/api${path}`) === null),
    );
    const stream = await fetch(`${gateway.url}/api${LIVE_PATH}`);
    expect(stream.headers.get('content-type')).toMatch('text/event-stream');
    await stream.body?.cancel();
  });
});

describe('GET /api/openapi.json', () => {
  test('is the document of every call', async () => {
    const answer = await visitor(gateway.url).get('/api/openapi.json');
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const document = answer.json as unknown as OpenApiDocument;
    expect(document.openapi).toBe('3.1.0');
    const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    );
    expect(documented.sort()).toEqual(declaredCalls());
  });

  test('is a 304 the second time', async () => {
    const first = await get('/api/openapi.json');
    const second = await get('/api/openapi.json', { 'if-none-match': String(first.headers.etag) });
    expect([second.status, second.text]).toEqual([304, '']);
  });
});

describe('GET /api/docs', () => {
  test('shows every call, under a policy without any script', async () => {
    const { status, headers, text } = await get('/api/docs');
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+';/);
    expect(policy).not.toMatch(/unsafe|script-src/);
    expect(text).not.toMatch(/<script|style="|\son\w+=/);
    for (const { name, endpoint } of ALL_ENDPOINTS) {
      expect(text).toContain(`<section id="${name}">`);
      expect(text).toContain(`<code>${endpoint.path.replace(/:(\w+)/g, '{$1}')}</code>`);
    }
  });

  test('leads nowhere that is not on it', async () => {
    const { text } = await get('/api/docs');
    const ids = new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const links = [...text.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(links.filter((id) => !ids.has(id))).toEqual([]);
    expect(ids.size).toBeGreaterThan(50);
  });
});
