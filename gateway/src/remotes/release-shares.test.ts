import { createTestDatabase } from '@touchline/local-stack/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { gatewaySuite } from '../testing/gateway-under-test.ts';
import { releaseEnv, releaseTeam } from '../testing/release-team.ts';

const gateway = gatewaySuite(createTestDatabase, releaseEnv);
const { publish, post, list } = releaseTeam(gateway);

const share = (name: string, version: string, percent: number) => post(name, 'share', { version, percent });

describe('rejected shares', () => {
  beforeAll(async () => {
    await publish('mf-new', '1.0.0', { share: 0 });
    await publish('mf-shared', '1.0.0');
    await publish('mf-shared', '1.1.0', { share: 20 });
    for (const version of ['1.2.0', '1.3.0']) await publish('mf-shared', version, { share: 0 });
    await gateway
      .db('remote_versions')
      .where({ name: 'mf-shared', version: '1.3.0' })
      .update('deleted_at', new Date());
  });

  test.each<[string, string, string, number, string]>([
    ['of an unknown remote', 'mf-unknown', '1.0.0', 10, 'No version of mf-unknown has been published.'],
    ['of an unknown version', 'mf-shared', '9.9.9', 10, 'mf-shared has no version 9.9.9.'],
    ['of a deleted version', 'mf-shared', '1.3.0', 10, 'The files of mf-shared 1.3.0 have been deleted.'],
    ['of the current version', 'mf-shared', '1.0.0', 10, '1.0.0 is already the current version.'],
    ['of 100 % of the current version', 'mf-shared', '1.0.0', 100, '1.0.0 is already the current version.'],
    ['that ends without having begun', 'mf-shared', '1.2.0', 0, '1.2.0 is not shared.'],
    [
      'without a current version',
      'mf-new',
      '1.0.0',
      99,
      'There is no current version for the remaining visitors. Publish one first.',
    ],
  ])('a share %s is rejected and changes nothing', async (_which, name, version, percent, error) => {
    const before = await list(name);
    const { status, json } = await share(name, version, percent);
    expect([status, json.code, json.error]).toEqual([422, 'CHANGE_REFUSED', error]);
    expect(await list(name)).toEqual(before);
  });
});

describe('accepted shares', () => {
  test('a share of 0 % ends the share and keeps the current version', async () => {
    await publish('mf-end', '1.0.0');
    await publish('mf-end', '1.1.0', { share: 20 });
    expect((await share('mf-end', '1.1.0', 30)).json.data).toMatchObject({
      remote: { current_version: '1.0.0', share: { version: '1.1.0', percent: 30 } },
    });
    expect((await share('mf-end', '1.1.0', 0)).status).toBe(200);
    expect(await list('mf-end')).toMatchObject({ current_version: '1.0.0', share: null });
  });

  test('a share of 100 % makes a version current, also the first one', async () => {
    await publish('mf-full', '1.0.0', { share: 0 });
    expect((await share('mf-full', '1.0.0', 100)).status).toBe(200);
    await publish('mf-full', '1.1.0', { share: 20 });
    expect((await share('mf-full', '1.1.0', 100)).status).toBe(200);
    expect(await list('mf-full')).toMatchObject({ current_version: '1.1.0', share: null });
  });
});
