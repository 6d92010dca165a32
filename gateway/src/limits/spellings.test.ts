import { createTestDatabase } from '@touchline/local-stack/testing';
import { expect, test } from 'vitest';
import { gatewaySuite } from '../testing/gateway-under-test.ts';
import { visitor } from '../testing/visitor.ts';

const gateway = gatewaySuite(createTestDatabase, () => ({ RATE_LIMIT_FILES_ADDRESS_PER_MINUTE: '30' }));

test('A10 S14 other spellings of API paths are 404 and count towards a limit', async () => {
  const { url } = await gateway.start({ RATE_LIMIT_FILES_ADDRESS_PER_MINUTE: '6' });
  const getStatus = async (path: string) =>
    (await visitor(url).get(path, { accept: 'application/json' })).status;
  const spellings = [
    '/API/config',
    '/Api/config',
    '/api%2Fconfig',
    '/API/docs',
    '/aPi/auth/profile',
    '//api/config',
  ];
  for (const path of spellings) expect([path, await getStatus(path)]).toEqual([path, 404]);
  expect(await getStatus('/API/config')).toBe(429);
  expect(await getStatus('/api/config')).toBe(200);
  const browsers = await gateway.start();
  for (const path of spellings)
    expect((await visitor(browsers.url).get(path, { accept: 'text/html,*/*' })).status).toBe(404);
});

test('S14 other spellings below /api are 404 and count towards the API limit', async () => {
  const { url } = await gateway.start({ RATE_LIMIT_ADDRESS_PER_MINUTE: '4' });
  const getStatus = async (path: string) =>
    (await visitor(url).get(path, { accept: 'application/json' })).status;
  for (const path of ['/api/CONFIG', '/api/config/', '/api/Openapi.json', '/api/AUTH/profile'])
    expect([path, await getStatus(path)]).toEqual([path, 404]);
  expect(await getStatus('/api/config')).toBe(429);
});

test('S15 files, remotes and keys count towards a limit', async () => {
  const statuses: number[] = [];
  for (let n = 0; n < 11; n++)
    for (const path of ['/assets/a.js', '/remotes/mf-a/1.0.0/a.js', '/.well-known/jwks.json'])
      statuses.push((await visitor(gateway.url).get(path)).status);
  expect(statuses.slice(0, 30)).not.toContain(429);
  expect(statuses.slice(30)).toEqual([429, 429, 429]);
});
