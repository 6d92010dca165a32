import { randomUUID } from 'node:crypto';
import {
  authChangesRequest,
  gamesAdminChanged,
  gamesChangesRequest,
  stakingAdminChanged,
  stakingChangesRequest,
} from '@touchline/api/events/admin-changes';
import { type AdminChange, auditLog } from '@touchline/api/http/admin-audit';
import type { NumberedChange } from '@touchline/service-kit/administration/admin-changes';
import { publish } from '@touchline/service-kit/messaging/stream';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { eventually, rejection } from '@touchline/service-kit/testing/waiting';
import { expect, test } from 'vitest';
import { ADMIN, adminSuite } from '../testing/admin-suite.ts';

const START = Date.UTC(2026, 8, 1);

/** Changes that games recorded before the first start of the admin service: more than one page. */
const missed = Array.from({ length: 4 }, (_, index) => numbered(index + 1));
const OWNER_PAGE_SIZE = 3;
const none = () => ({ changes: [], more: false });

const suite = adminSuite((owners) => {
  owners.respond('games', gamesChangesRequest, ({ position }) => {
    const after = missed.filter((one) => one.position > position);
    return { changes: after.slice(0, OWNER_PAGE_SIZE), more: after.length > OWNER_PAGE_SIZE };
  });
  owners.respond('staking', stakingChangesRequest, none);
  owners.respond('gateway', authChangesRequest, none);
});

function numbered(position: number, over: Partial<AdminChange> = {}): NumberedChange {
  return {
    position,
    change: {
      id: randomUUID(),
      owner: 'games',
      at: new Date(START + position * 1_000).toISOString(),
      admin: ADMIN,
      request_id: randomUUID(),
      action: 'ENTRY_EDITED',
      subject: randomUUID(),
      wallet: wallet(7),
      reason: `correction ${position}`,
      before: { entry_points: 10 },
      after: { entry_points: position },
      ...over,
    },
  };
}

const list = async (query: Record<string, string> = {}) =>
  suite.as(ADMIN).request(auditLog, { query: query as never });
const positions = async (query = {}) =>
  (await list({ limit: '100', ...query })).changes.map(({ after }) => after.entry_points);

test('the service reads missed changes from the owner at start-up, in pages, and stores them unchanged', async () => {
  await eventually(async () => expect(await positions()).toEqual([4, 3, 2, 1]));
  expect((await list()).changes[0]).toEqual(missed[3]?.change);
});

test('a change is stored once by its id, even if it arrives twice or was already read; its owner is the sender', async () => {
  const games = suite.owners.bus('games');
  const fifth = numbered(5);
  for (const [id, payload] of [
    ['a', missed[0]],
    ['b', fifth],
    ['c', fifth],
  ] as const)
    await publish(games, { subject: gamesAdminChanged.subject, payload, id });
  const forged = numbered(6, { owner: 'games' });
  await publish(suite.owners.bus('staking'), {
    subject: stakingAdminChanged.subject,
    payload: forged,
    id: 'd',
  });
  await eventually(async () => expect(await positions()).toEqual([6, 5, 4, 3, 2, 1]));
  expect((await list({ owner: 'staking' })).changes.map(({ id }) => id)).toEqual([forged.change.id]);
});

test('a change with an action that a newer owner added is stored and listed', async () => {
  const future = numbered(0, { action: 'ENTRY_MOVED', wallet: null });
  await publish(suite.owners.bus('games'), { subject: gamesAdminChanged.subject, payload: future, id: 'f' });
  await eventually(async () =>
    expect((await list({ search: future.change.request_id })).changes).toEqual([future.change]),
  );
});

test('pages are read by cursor, new changes do not shift them, and all fields can be searched', async () => {
  const first = await list({ limit: '2' });
  expect(first.changes.map(({ after }) => after.entry_points)).toEqual([6, 5]);
  const newer = numbered(7, {
    subject: 'paid_games',
    reason: '100% sure_',
    wallet: null,
    action: 'SWITCH_SET',
  });
  await publish(suite.owners.bus('games'), { subject: gamesAdminChanged.subject, payload: newer, id: 'e' });
  await eventually(async () => expect(await positions({ action: 'SWITCH_SET' })).toEqual([7]));
  const second = await list({ limit: '3', after: first.next! });
  expect(second.changes.map(({ after }) => after.entry_points)).toEqual([4, 3, 2]);
  expect((await list({ limit: '3', after: second.next! })).next).toBeNull();
  expect(await positions({ search: 'PAID_g' })).toEqual([7]);
  expect(await positions({ search: '0% sure_' })).toEqual([7]);
  expect(await positions({ search: 'correctio_' })).toEqual([]);
  expect(await positions({ search: missed[1]!.change.request_id.slice(0, 13) })).toEqual([2]);
  expect(await positions({ search: wallet(7).slice(-6) })).toEqual([6, 5, 4, 3, 2, 1]);
  expect(await positions({ admin: wallet(9) })).toEqual([]);
  expect(await rejection(list({ search: 'a\0' }))).toMatchObject({ code: 'VALIDATION_FAILED' });
  for (const after of ['1', 'x.y', `1.${'a'.repeat(36)}`])
    expect(await rejection(list({ after }))).toMatchObject({ code: 'VALIDATION_FAILED' });
});

test('the audit log is append-only: the role may not update, delete or truncate', async () => {
  for (const sql of ["update audit_log set reason = 'x'", 'delete from audit_log', 'truncate audit_log']) {
    await expect(suite.db.raw(sql)).rejects.toThrow(/permission denied/);
    const granted = suite.db.transaction(async (trx) => {
      await trx.raw('grant update, delete, truncate on audit_log to current_user');
      await trx.raw(sql);
    });
    await expect(granted).rejects.toThrow(/append-only/);
  }
});
