import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createTestDatabase } from '@touchline/local-stack/testing';
import { type Database, openDatabase } from '@touchline/service-kit/data/database';
import { countBlocked } from '@touchline/service-kit/testing/waiting';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gatewaySuite } from '../testing/gateway-under-test.ts';
import { releaseEnv, releaseTeam } from '../testing/release-team.ts';
import { createRegistry } from './registry.ts';
import { createReleases } from './releases.ts';
import { lockVersions } from './remotes.store.ts';

const KEEP_DAYS = 30;
const env = releaseEnv();
const gateway = gatewaySuite(createTestDatabase, () => env);
const team = releaseTeam(gateway);
/** The pool of the deletions, with time to wait for a lock on a slow machine. */
let db: Database;

beforeAll(() => {
  db = openDatabase(gateway.databaseUrl, 'gateway', { statementTimeoutMs: 60_000 });
});
afterAll(() => db?.destroy());

/** Publishes three versions, the last one of which is current. */
async function publishThree(name: string) {
  for (const version of ['1.0.0', '1.1.0', '1.2.0']) {
    gateway.clock.now += 1;
    await team.publish(name, version);
  }
}

/** Creates the operations of a gateway whose clock is ahead, by default past the days for which files are kept. */
function createLaterReleases(ms = (KEEP_DAYS + 1) * 86_400_000) {
  const now = () => gateway.clock.now + ms;
  return createReleases({
    db,
    registry: createRegistry(db),
    folder: env.REMOTES_DIR,
    sharedTable: join(env.SHELL_DIR, 'shared.json'),
    keepDays: KEEP_DAYS,
    now,
  });
}

const hasFiles = (name: string, version: string) => existsSync(join(env.REMOTES_DIR, name, version));
const listDeleted = (name: string) =>
  gateway
    .db('remote_versions')
    .where({ name })
    .whereNotNull('deleted_at')
    .orderBy('version')
    .pluck('version');

test('the files of an old version are deleted, except those of the current version and the one before it', async () => {
  const name = 'mf-old';
  await publishThree(name);
  const releases = createLaterReleases();
  await Promise.all([releases.deleteOld(), releases.deleteOld()]);
  expect(await listDeleted(name)).toEqual(['1.0.0']);
  expect(['1.0.0', '1.1.0', '1.2.0'].map((version) => hasFiles(name, version))).toEqual([false, true, true]);
  const history = await gateway.db('remote_history').where({ name, action: 'FILES_DELETED' });
  expect(history).toMatchObject([{ version: '1.0.0', detail: 'after 30 days' }]);
  const listed = (await team.list(name))?.versions.map(({ version, state }) => [version, state]);
  expect(listed).toEqual([
    ['1.2.0', 'current'],
    ['1.1.0', 'unused'],
    ['1.0.0', 'deleted'],
  ]);
});

test('files of a deleted version that an interrupted deletion has left are deleted', async () => {
  const name = 'mf-left';
  await publishThree(name);
  await createLaterReleases().deleteOld();
  mkdirSync(join(env.REMOTES_DIR, name, '1.0.0'), { recursive: true });
  await createLaterReleases().deleteOld();
  expect(['1.0.0', '1.1.0', '1.2.0'].map((version) => hasFiles(name, version))).toEqual([false, true, true]);
});

test('a folder that a killed gateway was writing is deleted after an hour', async () => {
  const name = 'mf-killed';
  gateway.clock.now = Date.now();
  await publishThree(name);
  const list = () => readdirSync(join(env.REMOTES_DIR, name)).sort();
  mkdirSync(join(env.REMOTES_DIR, name, '1.3.0.7.1764513600000.part', 'assets'), { recursive: true });
  const versions = ['1.0.0', '1.1.0', '1.2.0'];
  await createLaterReleases(3_000_000).deleteOld();
  expect(list()).toEqual([...versions, '1.3.0.7.1764513600000.part']);
  await createLaterReleases(3_700_000).deleteOld();
  expect(list()).toEqual(versions);
});

test('a version that an administrator promotes during the deletion keeps its files', async () => {
  const name = 'mf-promoted';
  await publishThree(name);
  const releases = createLaterReleases();
  let deleted: unknown;
  await db.transaction(async (promoting) => {
    await releases.promote(name, '1.0.0', 'an administrator', promoting);
    deleted = releases.deleteOld();
    await expect.poll(() => countBlocked(db)).toBe(1);
  });
  await deleted;
  expect(await listDeleted(name)).toEqual([]);
  expect(await team.find(name)).toMatchObject({ version: '1.0.0' });
  expect(hasFiles(name, '1.0.0')).toBe(true);
});

test('a gateway deletes the files of an old version when it starts, and its stop waits for the deletion', async () => {
  const name = 'mf-started';
  gateway.clock.now -= (KEEP_DAYS + 1) * 86_400_000;
  await publishThree(name);
  gateway.clock.now = Date.now();
  let stopped: Promise<void> | undefined;
  await db.transaction(async (blocking) => {
    await lockVersions(blocking, name);
    const starting = await gateway.start(env);
    await expect.poll(() => countBlocked(db)).toBe(1);
    stopped = starting.stop();
  });
  await stopped;
  expect(await listDeleted(name)).toEqual(['1.0.0']);
  expect(['1.0.0', '1.1.0', '1.2.0'].map((version) => hasFiles(name, version))).toEqual([false, true, true]);
});

test('files of an old version are deleted although the deletion of old reports waits', async () => {
  const name = 'mf-unhindered';
  gateway.clock.now -= (KEEP_DAYS + 1) * 86_400_000;
  await publishThree(name);
  gateway.clock.now = Date.now();
  const starting = await db.transaction(async (blocking) => {
    await blocking.raw('lock table remote_reports in exclusive mode');
    const started = await gateway.start(env);
    await expect.poll(() => listDeleted(name)).toEqual(['1.0.0']);
    return started;
  });
  await starting.stop();
});
