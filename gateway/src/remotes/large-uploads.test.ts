import { createTestDatabase } from '@touchline/local-stack/testing';
import { expect, test } from 'vitest';
import { gatewaySuite } from '../testing/gateway-under-test.ts';
import { releaseEnv, releaseTeam, releaseToken } from '../testing/release-team.ts';
import { visitor } from '../testing/visitor.ts';

const gateway = gatewaySuite(createTestDatabase, releaseEnv);
const { publish } = releaseTeam(gateway);

test('P12 an upload or a manifest with hundreds of thousands of wrong entries gets a short rejection', async () => {
  const wrong = new Array(400_000).fill(0);
  const upload = await visitor(gateway.url).put(
    '/api/releases/mf-many/1.0.0',
    { files: wrong },
    releaseToken('mf-many'),
  );
  expect([upload.status, upload.json]).toMatchObject([400, { details: [{ path: 'files' }] }]);
  const { status, json } = await publish('mf-many', '1.0.0', {
    files: { 'mf-manifest.json': JSON.stringify({ shared: wrong }) },
  });
  expect([status, json.code]).toEqual([422, 'CHANGE_REFUSED']);
  expect(json.error).toContain('mf-manifest.json is missing, invalid or longer than 100000 characters');
});
