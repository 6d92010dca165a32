import { listDeclaredEndpoints } from '@touchline/api/all-endpoints';
import { DOCS_PATH } from '@touchline/api/http/documents';
import { LIVE_PATH } from '@touchline/api/http/live';
import type { OpenApiDocument } from '@touchline/api/openapi/document';
import { createTestDatabase } from '@touchline/local-stack/testing';
import { listRegisteredEndpoints } from '@touchline/service-kit/testing/registered-endpoints';
import { describe, expect, test } from 'vitest';
import { createMatcher, ROUTES } from '../routing/routes.ts';
import { gatewaySuite } from '../testing/gateway-under-test.ts';
import { rawGet, visitor } from '../testing/visitor.ts';

const SERVICES = ['fpl-relay', 'games', 'staking', 'admin'];

const gateway = gatewaySuite(createTestDatabase);

const get = (path: string, headers?: Record<string, string>) => rawGet(gateway.url, path, headers);

describe('declared endpoints', () => {
  test('A27 the gateway has exactly the declared endpoints that no service has', async () => {
    const outsideTheRouter = [`GET ${LIVE_PATH}`, `GET ${DOCS_PATH}`];
    expect([...listRegisteredEndpoints(gateway.app), ...outsideTheRouter].sort()).toEqual(
      listDeclaredEndpoints(
        (path) => !SERVICES.includes(createMatcher(ROUTES)('GET', `/api${path}`).handler),
      ),
    );
    const stream = await fetch(`${gateway.url}/api${LIVE_PATH}`);
    expect(stream.headers.get('content-type')).toMatch('text/event-stream');
    await stream.body?.cancel();
  });
});

describe('GET /api/openapi.json', () => {
  test('A27 the API document contains every endpoint', async () => {
    const response = await visitor(gateway.url).get('/api/openapi.json');
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const document = response.json as unknown as OpenApiDocument;
    expect(document.openapi).toBe('3.1.0');
    const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    );
    expect(documented.sort()).toEqual(listDeclaredEndpoints());
  });

  test('the second request for the API document is 304', async () => {
    const first = await get('/api/openapi.json');
    const second = await get('/api/openapi.json', { 'if-none-match': String(first.headers.etag) });
    expect([second.status, second.text]).toEqual([304, '']);
  });
});

describe('GET /api/docs', () => {
  test('the docs page has no inline scripts or styles and loads nothing from other sites', async () => {
    const { status, headers, text } = await get('/api/docs');
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; /);
    expect(policy).not.toMatch(/unsafe|https?:/);
    expect(text).not.toMatch(/<script>|<style|style="|\son\w+=|https?:/);
  });

  test('every file of the docs page exists', async () => {
    const { text } = await get('/api/docs');
    const files = [...text.matchAll(/(?:src|href)="(\/api\/[^"]+)"/g)].map(([, path]) => String(path));
    expect(files).toHaveLength(3);
    for (const path of files) {
      const { status, headers } = await get(path);
      expect([path, status]).toEqual([path, 200]);
      expect(headers['content-type']).toMatch(/^text\/(css|javascript); charset=utf-8$/);
    }
  });

  test.each(['/api/docs/package.json', '/api/docs/../../package.json', '/api/docs/swagger-ui.js'])(
    'no other file of the package is served (%s)',
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );
});
