import { randomUUID } from 'node:crypto';
import { gamesChangesRequest } from '@touchline/api/events/admin-changes';
import { describe, expect, test } from 'vitest';
import { busSuite } from '../testing/bus-suite.ts';
import {
  adminChangesTable,
  assertAdmin,
  assertCurrentVersion,
  diffFields,
  listAdminChanges,
  recordAdminChange,
} from './admin-changes.ts';

const suite = busSuite([adminChangesTable]);
const admin = `0x${'a'.repeat(40)}`;
const by = { admin, request_id: randomUUID(), reason: 'requested by support' };

const buildChange = (subject: string) => ({
  owner: 'games' as const,
  action: 'ENTRY_EDITED' as const,
  subject,
  wallet: null,
  before: { team_name: 'Old' },
  after: { team_name: 'New' },
});

const record = (subject: string) =>
  suite.db.transaction((trx) => recordAdminChange(trx, by, buildChange(subject), 1_000));

describe('admin changes', () => {
  test('a recorded change is published and can be listed, in order and in pages', async () => {
    const { position } = await record('first');
    await Promise.all(Array.from({ length: 4 }, (_, n) => record(`next ${n}`)));
    const { changes, more } = await listAdminChanges(suite.db, { position: position - 1, limit: 3 });
    expect(more).toBe(true);
    expect(changes[0]).toEqual({
      position,
      change: {
        ...by,
        ...buildChange('first'),
        id: expect.any(String),
        at: '1970-01-01T00:00:01.000Z',
      },
    });
    const rest = await listAdminChanges(suite.db, { position: changes.at(-1)!.position, limit: 500 });
    expect([rest.changes.length, rest.more]).toEqual([2, false]);
    expect(() => gamesChangesRequest.reply.parse(rest)).not.toThrow();
    const events = await suite.db('outbox').select('subject', 'payload').orderBy('position');
    expect(events).toHaveLength(5);
    expect(events[0]).toEqual({ subject: 'games.admin.changed', payload: changes[0] });
  });

  test('a rolled-back change is not recorded, and later changes never get a lower position', async () => {
    const { position } = await record('before');
    let rolledBack = 0;
    let waiting: ReturnType<typeof record> | undefined;
    const failing = suite.db.transaction(async (trx) => {
      ({ position: rolledBack } = await recordAdminChange(trx, by, buildChange('no'), 0));
      waiting = record('waits for the lock');
      expect((await listAdminChanges(suite.db, { position, limit: 500 })).changes).toEqual([]);
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    await waiting;
    const { changes } = await listAdminChanges(suite.db, { position, limit: 500 });
    expect(changes.map(({ change }) => change.subject)).toEqual(['waits for the lock']);
    expect(changes[0]!.position).toBeGreaterThan(rolledBack);
  });

  test.each(["update admin_changes set reason = 'x'", 'delete from admin_changes', 'truncate admin_changes'])(
    'recorded changes are append-only: %s',
    async (sql) => {
      await record('existing');
      await expect(suite.db.raw(sql)).rejects.toThrow(/append-only/);
    },
  );
});

test('diffFields returns only the fields that differ', () => {
  const before = { name: 'Cup', fee: '1', list: [1, 2] };
  expect(diffFields(before, { name: 'Cup', fee: undefined, list: [1, 2] })).toBeNull();
  expect(diffFields(before, { name: 'Bowl', list: [1, 2], more: 1 })).toEqual({
    before: { name: 'Cup', more: null },
    after: { name: 'Bowl', more: 1 },
  });
});

test('a user who is not an administrator and an old version are rejected', () => {
  expect(() => assertAdmin([admin.toUpperCase().replace('X', 'x')], by)).not.toThrow();
  expect(() => assertAdmin([], by)).toThrow(expect.objectContaining({ code: 'FORBIDDEN' }));
  expect(() => assertCurrentVersion('1', '1')).not.toThrow();
  expect(() => assertCurrentVersion('1', '2')).toThrow(expect.objectContaining({ code: 'STALE' }));
});
