import { createTestDatabase } from '@touchline/local-stack/testing';
import { countBlocked } from '@touchline/service-kit/testing/waiting';
import { expect, test, vi } from 'vitest';
import { gatewaySuite } from '../testing/gateway-under-test.ts';
import { releaseEnv, releaseTeam } from '../testing/release-team.ts';
import { createRegistry } from './registry.ts';

const gateway = gatewaySuite(createTestDatabase, releaseEnv);
const team = releaseTeam(gateway);

/** Collects the statements about versions. */
function collectReads(event: 'query' | 'query-response') {
  const reads: string[] = [];
  gateway.db.on(event, (...args: { sql: string }[]) => {
    const { sql } = args.find((arg) => arg?.sql)!;
    if (/from "remote_versions"/.test(sql)) reads.push(sql);
  });
  return reads;
}

test('the registry reads the versions once for concurrent visitors', async () => {
  await team.publish('mf-read', '1.0.0');
  const registry = createRegistry(gateway.db);
  const reads = collectReads('query');
  const visitor = { isAdmin: false, number: 0, previews: [] };
  const visible = await Promise.all(Array.from({ length: 20 }, () => registry.visible(visitor)));
  for (const remotes of visible) expect(remotes).toMatchObject([{ name: 'mf-read', version: '1.0.0' }]);
  expect(reads).toHaveLength(1);
});

test('a read that began before a change is not used after it', async () => {
  const name = 'mf-changed';
  await team.publish(name, '1.0.0');
  const registry = createRegistry(gateway.db);
  const find = () => registry.findOffered(name, '1.1.0');
  const reads = collectReads('query-response');
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
