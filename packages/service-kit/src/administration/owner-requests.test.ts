import { randomUUID } from 'node:crypto';
import { reason } from '@touchline/api/admin-values';
import { ALL_ENDPOINTS } from '@touchline/api/all-endpoints';
import { endpoint } from '@touchline/api/endpoint';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Bus } from '../messaging/bus.ts';
import { adminRequests } from '../testing/admin-requests.ts';
import { busSuite } from '../testing/bus-suite.ts';
import { rejection } from '../testing/waiting.ts';
import { adminChangesTable, assertCurrentVersion, recordAdminChange } from './admin-changes.ts';
import { listOwners, replyToEndpoint } from './owner-requests.ts';

const suite = busSuite([adminChangesTable, 'create table cups (name text not null, edits int not null);']);
const admin = `0x${'a'.repeat(40)}`;
const player = `0x${'b'.repeat(40)}`;

const cup = z.object({ name: z.string(), version: z.string() });
const renameCup = endpoint({
  method: 'PUT',
  path: '/admin/cups/:id',
  auth: 'admin',
  owner: 'games',
  summary: 'Rename the cup',
  params: z.strictObject({ id: z.string().max(3) }),
  query: z.strictObject({ limit: z.string().transform(Number).default(20) }),
  body: z.strictObject({ name: z.string(), reason }),
  versioned: true,
  data: z.object({ cup }),
});

interface Cup {
  name: string;
  edits: number;
}

/** Runs an owner of one cup that changes and records it in one transaction. */
async function startOwner(adminWallets = [admin]): Promise<Bus> {
  const bus = suite.bus('games');
  await suite.db('cups').delete();
  await suite.db('cups').insert({ name: 'Old', edits: 0 });
  replyToEndpoint(
    { bus, adminWallets },
    renameCup,
    async ({ params, query, body: { name }, version, by }) => {
      expect(query).toEqual({ limit: expect.any(Number) });
      return suite.db.transaction(async (trx) => {
        const before = (await trx<Cup>('cups').forUpdate().first())!;
        assertCurrentVersion(version, String(before.edits));
        await trx('cups').update({ name, edits: before.edits + 1 });
        const change = { owner: 'games', action: 'GAME_EDITED', subject: params.id, wallet: null } as const;
        const values = { before: { name: before.name }, after: { name } };
        await recordAdminChange(trx, by, { ...change, ...values }, 0);
        return { cup: { name, version: String(before.edits + 1) } };
      });
    },
  );
  await (await bus.connection()).flush();
  return bus;
}

const countChanges = async () => (await suite.db('admin_changes').select('id')).length;
const input = (name: string, version = '0') => ({
  params: { id: '7' },
  query: { limit: '5' },
  body: { name, reason: ' a typo ' },
  version,
});

test('an owner gets the parsed request with administrator, request id and reason, and records the change', async () => {
  await startOwner();
  const sender = suite.bus('admin');
  await sender.connection();
  const request_id = randomUUID();
  const send = adminRequests(() => sender, 'games', admin);
  const renamed = await send(renameCup, input('New'), { request_id });
  expect(renamed).toEqual({ cup: { name: 'New', version: '1' } });
  const [recorded] = await suite.db('admin_changes').orderBy('position', 'desc');
  expect(recorded).toMatchObject({
    admin,
    request_id,
    reason: 'a typo',
    subject: '7',
    after: { name: 'New' },
  });
});

test('an owner rejects a forged actor, unknown fields and invalid values, and changes nothing', async () => {
  const bus = await startOwner();
  const send = adminRequests(() => bus, 'games', admin);
  const before = await countChanges();
  expect(await rejection(send(renameCup, input('No'), { admin: player }))).toMatchObject({
    code: 'FORBIDDEN',
  });
  const { params, body, version } = input('No');
  const wrong: [object, string][] = [
    [{ params, body: { ...body, fee: '0' }, version }, 'fee'],
    [{ params, body: { name: 'No' }, version }, 'reason'],
    [{ params, body, version, query: { surplus: '1' } }, 'surplus'],
    [{ params: { id: '1234' }, body, version }, 'id'],
  ];
  for (const [request, path] of wrong)
    expect(await rejection(send(renameCup, request as never))).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [{ path }],
    });
  const nc = await bus.connection();
  for (const text of ['no JSON', '{}', JSON.stringify({ by: { admin, request_id: 'x' } })]) {
    const reply = (await nc.request('request.admin.games.PUT.cups.:id', text)).json();
    expect(reply).toMatchObject({ ok: false, code: 'VALIDATION_FAILED' });
  }
  expect(await countChanges()).toBe(before);
  expect(await suite.db('cups').first()).toEqual({ name: 'Old', edits: 0 });
});

test('a wallet that is no longer in the list of the owner is rejected, even if the admin service accepts it', async () => {
  const bus = await startOwner([player]);
  const send = adminRequests(() => bus, 'games', admin);
  expect(await rejection(send(renameCup, input('No')))).toMatchObject({ code: 'FORBIDDEN' });
});

test('a replayed change and the later of two concurrent changes are STALE and not recorded', async () => {
  const bus = await startOwner();
  const send = adminRequests(() => bus, 'games', admin);
  const before = await countChanges();
  const by = { request_id: randomUUID() };
  await send(renameCup, input('First'), by);
  expect(await rejection(send(renameCup, input('First'), by))).toMatchObject({ code: 'STALE' });
  const both = await Promise.allSettled(['A', 'B'].map((name) => send(renameCup, input(name, '1'))));
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(both.filter(({ status }) => status === 'rejected')).toMatchObject([{ reason: { code: 'STALE' } }]);
  expect(await countChanges()).toBe(before + 2);
});

test('a service that does not own an endpoint cannot reply to it', () => {
  expect(() =>
    replyToEndpoint({ bus: suite.bus('staking'), adminWallets: [] }, renameCup, async () => ({
      cup: { name: '', version: '' },
    })),
  ).toThrow('staking does not own PUT /admin/cups/:id');
});

test('every endpoint with an owner is for administrators, below /admin, and has its own subject', () => {
  const owned = ALL_ENDPOINTS.filter(({ endpoint }) => listOwners(endpoint).length > 0);
  expect(owned.length).toBeGreaterThan(20);
  expect(
    owned.filter(({ endpoint: { auth, path } }) => auth !== 'admin' || !path.startsWith('/admin/')),
  ).toEqual([]);
  const places = owned.map(({ endpoint: { method, path } }) => `${method} ${path}`);
  expect(new Set(places).size).toBe(places.length);
});
