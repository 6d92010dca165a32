import { createTestDatabase } from '@touchline/local-stack/testing';
import { createLog } from '@touchline/service-kit/process/log';
import { expect, test } from 'vitest';
import { gatewaySuite } from '../testing/gateway-under-test.ts';
import { releaseEnv, releaseTeam } from '../testing/release-team.ts';
import { visitor } from '../testing/visitor.ts';
import { listRemoteErrors } from './remote-errors.store.ts';
import { createRemoteErrors } from './remote-errors.ts';

const DAY = 86_400_000;
const env = releaseEnv();
const gateway = gatewaySuite(createTestDatabase, () => env);
const team = releaseTeam(gateway);

test('invented error codes of public reports share one row and one text', async () => {
  const name = 'mf-invented';
  await team.publish(name, '1.0.0');
  const replica = await gateway.start(env);
  const report = (code: string) =>
    visitor(replica.url).post('/api/remotes/reports', {
      name,
      version: '1.0.0',
      outcome: 'failed',
      code,
      ms: 5,
    });
  const known = ['REMOTE_TIMEOUT', 'VERSION_MISMATCH', 'RUNTIME-008', 'TYPE-001'];
  for (const code of [...known, 'CALL-555-0100', 'REMOTE_INVENTED', 'RUNTIME-999', 'REMOTE_TIMEOUT_2', ''])
    expect((await report(code)).json.data).toEqual({ counted: true });
  await replica.stop(); // writes the errors that it has counted
  const errors = await gateway
    .db('remote_errors')
    .where({ name })
    .orderBy('message')
    .select('message', 'count');
  expect(errors).toEqual(
    [...known, 'OTHER']
      .map((code) => ({ message: `It failed in a browser (${code}).`, count: code === 'OTHER' ? 5 : 1 }))
      .sort((a, b) => (a.message < b.message ? -1 : 1)),
  );
});

test('a version that cannot be rolled back has one error, not one for each number of networks', async () => {
  const name = 'mf-first-version';
  await team.publish(name, '1.0.0');
  const replica = await gateway.start(env);
  for (let net = 1; net <= 12; net++)
    await visitor(replica.url).post(
      '/api/remotes/reports',
      { name, version: '1.0.0', outcome: 'failed', code: 'REMOTE_BLANK', ms: 5 },
      { 'x-forwarded-for': `10.1.${net}.1` },
    );
  await replica.stop();
  const errors = gateway.db('remote_errors').where({ name }).whereLike('message', '%no earlier version%');
  expect(await errors.select('count')).toEqual([{ count: 4 }]);
});

test('the latest twenty errors of each remote are listed, latest first', async () => {
  const remotes = ['mf-many-errors', 'mf-more-errors'];
  const rows = remotes.flatMap((name) =>
    Array.from({ length: 25 }, (_, n) => ({ name, version: '1.0.0', message: `error ${n}`, count: 1 })),
  );
  await gateway.db('remote_errors').insert(rows.map((row, n) => ({ ...row, at: new Date(n) })));
  const listed = (await listRemoteErrors(gateway.db)).filter(({ name }) => remotes.includes(name));
  const latest = Array.from({ length: 20 }, (_, n) => `error ${24 - n}`);
  expect(listed.map(({ name, message }) => [name, message])).toEqual(
    remotes.reverse().flatMap((name) => latest.map((message) => [name, message])),
  );
});

test('errors are deleted thirty days after their last occurrence', async () => {
  const name = 'mf-old-errors';
  let now = Date.now();
  const errors = createRemoteErrors(gateway.db, createLog('gateway', 'silent'), () => now);
  errors.report(name, '1.0.0', 'repeated');
  errors.report(name, '1.0.0', 'once');
  await errors.stop();
  now += 20 * DAY;
  errors.report(name, '1.0.0', 'repeated');
  await errors.stop();
  now += 11 * DAY;
  await errors.deleteOld();
  expect(await gateway.db('remote_errors').where({ name }).pluck('message')).toEqual(['repeated']);
});
