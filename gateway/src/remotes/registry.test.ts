import { createTestDatabase } from '@touchline/local-stack/testing';
import { countBlocked } from '@touchline/service-kit/testing/waiting';
import { expect, test, vi } from 'vitest';
import { gatewaySuite } from '../testing/gateway-under-test.ts';
import { releaseEnv, releaseTeam } from '../testing/release-team.ts';
import { createRegistry } from './registry.ts';

const gateway = gatewaySuite(createTestDatabase, releaseEnv);
const team = releaseTeam(gateway);

const visitor = { isAdmin: false, number: 0, previews: [] };

/** Collects the rows of each statement of a registry about versions; the job that deletes old ones reads others. */
function collectReads() {
  const reads: object[][] = [];
  gateway.db.on('query-response', (rows: object | object[], { sql }: { sql: string }) => {
    if (/^select ("files"|.*"deleted_at" is null)/.test(sql)) reads.push([rows].flat());
  });
  return reads;
}

test('the registry reads the versions, and the digests of one, once for concurrent visitors', async () => {
  await team.publish('mf-read', '1.0.0');
  const registry = createRegistry(gateway.db);
  const reads = collectReads();
  const visible = await Promise.all(Array.from({ length: 20 }, () => registry.visible(visitor)));
  for (const remotes of visible) expect(remotes).toMatchObject([{ name: 'mf-read', version: '1.0.0' }]);
  expect(reads.map((rows) => rows.map((row) => 'files' in row))).toEqual([[false], [true]]);
});

test('P13 a page reads neither deleted versions nor the digests of versions that its visitor does not get', async () => {
  const name = 'mf-many';
  for (const version of ['1.0.0', '1.1.0', '1.2.0']) await team.publish(name, version);
  await gateway.db('remote_versions').where({ name, version: '1.0.0' }).update('deleted_at', new Date());
  const registry = createRegistry(gateway.db);
  const reads = collectReads();
  const remote = (await registry.visible(visitor)).find((one) => one.name === name);
  expect(remote?.assets.map(({ integrity }) => integrity.slice(0, 7))).toEqual(['sha384-', 'sha384-']);
  const rows = reads.flat() as { name?: string; version?: string; files?: object }[];
  expect(rows.filter((row) => row.name === name).map(({ version }) => version)).toEqual(['1.1.0', '1.2.0']);
  // One row for each remote that the visitor gets.
  expect(rows.filter(({ files }) => files)).toHaveLength((await registry.visible(visitor)).length);
});

test('a read that began before a change is not used after it', async () => {
  const name = 'mf-changed';
  await team.publish(name, '1.0.0');
  const registry = createRegistry(gateway.db);
  const find = () => registry.findOffered(name, '1.1.0');
  const reads = collectReads();
  const found = await gateway.db.transaction(async (trx) => {
    // A part of each read waits, after the versions have been read.
    await trx.raw('lock table remote_testers in access exclusive mode');
    const before = find();
    await expect.poll(() => countBlocked(gateway.db)).toBe(1);
    await vi.waitFor(() => expect(reads).toHaveLength(1));
    await team.publish(name, '1.1.0');
    registry.invalidate();
    return [before, find()];
  });
  expect(await Promise.all(found)).toMatchObject([null, { current: true }]);
  expect(await find()).toMatchObject({ current: true });
});
