import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { busSuite } from '../testing/bus-suite.ts';
import { adminChangesTable } from './admin-changes.ts';
import { createSwitches, switchesTable } from './switches.ts';

const suite = busSuite([adminChangesTable, switchesTable]);
const admin = `0x${'a'.repeat(40)}`;
const by = { admin, request_id: randomUUID(), reason: 'incident' };

const replica = () =>
  createSwitches({
    db: suite.db,
    owner: 'games',
    allowed: { paid_games: true, tournaments: false },
    now: () => 1_000,
  });

test('a switch is set once, read by every replica, published and recorded; the deployment can disable switches', async () => {
  const [first, second] = [replica(), replica()];
  const disabled = { name: 'tournaments', on: false, held_off: true, changed: null };
  const untouched = { name: 'paid_games', on: true, held_off: false, changed: null };
  expect(await first.all()).toEqual([untouched, disabled]);
  const off = { by, name: 'paid_games', on: false } as const;
  await Promise.all([first.set(off), second.set(off)]);
  const changed = { at: '1970-01-01T00:00:01.000Z', admin, reason: 'incident' };
  expect(await second.all()).toEqual([{ ...untouched, on: false, changed }, disabled]);
  expect([await first.isOn('paid_games'), await first.isOn('tournaments')]).toEqual([false, false]);
  await first.set({ ...off, on: true });
  expect(await second.isOn('paid_games')).toBe(true);
  const events = await suite.db('outbox').pluck('subject');
  expect(events.sort()).toEqual([
    ...Array(2).fill('games.admin.changed'),
    ...Array(2).fill('games.switches.changed'),
  ]);
  const changes = await suite.db('admin_changes').orderBy('position').select('subject', 'before', 'after');
  expect(changes).toEqual([
    { subject: 'paid_games', before: { on: true }, after: { on: false } },
    { subject: 'paid_games', before: { on: false }, after: { on: true } },
  ]);
  await expect(first.set({ ...off, name: 'tournaments', on: true })).rejects.toMatchObject({
    code: 'CHANGE_REFUSED',
  });
  await expect(first.set({ ...off, name: 'staking' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
