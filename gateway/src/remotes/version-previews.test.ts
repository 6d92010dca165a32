import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Remote } from '@touchline/api/http/remotes';
import { createTestDatabase } from '@touchline/local-stack/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { gatewaySuite, PUBLIC_URL } from '../testing/gateway-under-test.ts';
import { RELEASE_SECRET, releaseEnv, releaseTeam, releaseToken } from '../testing/release-team.ts';
import {
  admin,
  bearer,
  getToken,
  newPlayer,
  rawGet,
  signIn,
  type Visitor,
  visitor,
} from '../testing/visitor.ts';
import { createVersionPreviews, type Preview } from './version-previews.ts';

const HOUR = 3_600_000;
const env = { ...releaseEnv(), REMOTES_APPROVED_BY_OPERATOR: 'mf-approved' };
const gateway = gatewaySuite(createTestDatabase, () => env);
const { publish: publishNow, post } = releaseTeam(gateway);
const previews = createVersionPreviews(new URL(PUBLIC_URL), RELEASE_SECRET, Date.now);
const browser = () => visitor(gateway.url);

const publish: typeof publishNow = (...args) => {
  gateway.clock.now += 1;
  return publishNow(...args);
};

beforeAll(() => writeFileSync(join(env.SHELL_DIR, 'index.html'), '<html><head></head></html>'));

/** Creates the token of a preview, as the team of the remote. */
const createToken = async (name: string, version: string) =>
  String((await post(name, 'preview', { version })).json.data?.token);

/** Opens a page, with the token of a preview; returns the remotes that the page contains. */
async function open(from: Visitor, token = '', path = '/any'): Promise<Remote[]> {
  const { text, headers } = await rawGet(gateway.url, `${path}?preview=${encodeURIComponent(token)}`, {
    accept: 'text/html',
    host: new URL(PUBLIC_URL).host,
    cookie: [...from.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  });
  for (const set of headers['set-cookie'] ?? []) {
    const [name = '', value = ''] = set.split(';', 1)[0]?.split('=', 2) ?? [];
    from.cookies.set(name, value);
  }
  const data = /id="page-data"[^>]*>(.*?)<\/script>/s.exec(text)?.[1] ?? '{}';
  return JSON.parse(data).remotes;
}
const listRemotes = async (from: Visitor, headers: Record<string, string> = {}) =>
  (await from.get('/api/remotes', headers)).json.data?.remotes as Remote[];
const findVersion = (remotes: readonly Remote[], name: string) =>
  remotes.find((remote) => remote.name === name)?.version;

describe('preview', () => {
  test('a browser that opened the link gets the version on every page until it ends the preview; others do not', async () => {
    await publish('mf-a', '1.0.0');
    await publish('mf-a', '1.1.0', { share: 0 });
    await publish('mf-b', '1.0.0');
    await publish('mf-b', '2.0.0', { share: 0 });
    const [previewer, other] = [browser(), browser()];
    const opened = await open(previewer, await createToken('mf-a', '1.1.0'));
    expect([findVersion(opened, 'mf-a'), findVersion(opened, 'mf-b')]).toEqual(['1.1.0', '1.0.0']);
    expect(opened.find(({ name }) => name === 'mf-a')?.preview_until).toMatch(/Z$/);
    await open(previewer, await createToken('mf-b', '2.0.0'));
    for (const remotes of [await open(previewer), await listRemotes(previewer)])
      expect([findVersion(remotes, 'mf-a'), findVersion(remotes, 'mf-b')]).toEqual(['1.1.0', '2.0.0']);
    const files = await previewer.get('/remotes/mf-a/1.1.0/page.js');
    expect(files.text).toBe('page()');
    const others = await open(other);
    expect([findVersion(others, 'mf-a'), findVersion(others, 'mf-b')]).toEqual(['1.0.0', '1.0.0']);
    expect(others.every((remote) => remote.preview_until === undefined)).toBe(true);
    expect((await previewer.delete('/api/remotes/previews')).status).toBe(200);
    expect(findVersion(await open(previewer), 'mf-a')).toBe('1.0.0');
  });

  const until = Date.now() + HOUR;
  const preview: Preview = { name: 'mf-c', version: '1.1.0', until };
  const otherSecret = createVersionPreviews(new URL(PUBLIC_URL), 'the secret of another product', Date.now);
  test.each([
    ['expired', previews.sign({ ...preview, until: Date.now() - 1_000 })],
    ['of another product', otherSecret.sign(preview)],
    ['for another version', previews.sign({ ...preview, version: '1.0.0' }).replace('1.0.0', '1.1.0')],
    ['for another remote', previews.sign({ ...preview, name: 'mf-d' }).replace('mf-d', 'mf-c')],
    ['with a later end', previews.sign(preview).replace(/~\d+~/, '~9999999999~')],
    ['nonsense', 'nonsense'],
  ])('a token that is %s changes nothing', async (_why, token) => {
    await publish('mf-c', '1.0.0');
    await publish('mf-c', '1.1.0', { share: 0 });
    const visit = browser();
    expect(findVersion(await open(visit, token), 'mf-c')).toBe('1.0.0');
    visit.cookies.set('touchline-preview-8080', token);
    expect(findVersion(await listRemotes(visit), 'mf-c')).toBe('1.0.0');
  });

  test('only the team of a remote creates its previews, and the operator those of approved remotes', async () => {
    await publish('mf-own', '1.0.0');
    await publish('mf-approved', '1.0.0', { token: releaseToken('all') });
    const status = async (name: string, token: Record<string, string>, version = '1.0.0') =>
      (await post(name, 'preview', { version }, token)).status;
    expect(await status('mf-own', releaseToken('mf-a'))).toBe(403);
    expect(await status('mf-own', bearer('forged'))).toBe(401);
    expect(await status('mf-own', releaseToken('mf-own'), '9.9.9')).toBe(422);
    expect(await status('mf-own', releaseToken('mf-own'))).toBe(200);
    expect(await status('mf-approved', releaseToken('mf-approved'))).toBe(403);
    expect(await status('mf-approved', releaseToken('all'))).toBe(200);
  });

  test('a version that was rolled back ends its preview', async () => {
    await publish('mf-bad', '1.0.0');
    await publish('mf-bad', '1.1.0', { share: 10 });
    const visit = browser();
    await open(visit, await createToken('mf-bad', '1.1.0'));
    await post('mf-bad', 'rollback', {});
    expect(findVersion(await listRemotes(visit), 'mf-bad')).toBe('1.0.0');
  });

  test('P15 a version that no visitor gets can be withdrawn: its previews end, and no rollback returns to it', async () => {
    for (const version of ['1.0.0', '1.1.0']) await publish('mf-leak', version);
    for (const version of ['1.2.0', '1.3.0']) await publish('mf-leak', version, { share: 0 });
    const [previewer, tester] = [browser(), browser()];
    await open(previewer, await createToken('mf-leak', '1.3.0'));
    expect(findVersion(await open(tester, await createToken('mf-leak', 'next')), 'mf-leak')).toBe('1.3.0');
    const withdraw = (version: string, token = releaseToken('mf-leak')) =>
      post('mf-leak', 'rollback', { version }, token);
    expect((await withdraw('1.3.0', releaseToken('mf-a'))).status).toBe(403);
    const { data } = (await withdraw('1.3.0', releaseToken('all'))).json;
    expect(data?.remote).toMatchObject({
      current_version: '1.1.0',
      versions: [
        { version: '1.3.0', state: 'returned', because: 'Withdrawn by the deployment.' },
        ...['unused', 'current', 'unused'].map((state) => ({ state })),
      ],
    });
    expect(findVersion(await listRemotes(previewer), 'mf-leak')).toBe('1.1.0');
    expect(findVersion(await listRemotes(tester), 'mf-leak')).toBe('1.2.0');
    for (const version of ['1.3.0', '1.1.0', '9.9.9'])
      expect((await withdraw(version)).json.code).toBe('CHANGE_REFUSED');
    expect((await post('mf-leak', 'rollback', { version: '1.2.0', to: '1.0.0' })).status).toBe(400);
    expect((await withdraw('1.0.0')).json.data).toMatchObject({ remote: { rollback_to: null } });
    expect((await post('mf-leak', 'rollback', { to: '1.0.0' })).json.code).toBe('CHANGE_REFUSED');
  });

  test('a version that was withdrawn is deleted as soon as without the withdrawal', async () => {
    await publish('mf-soon', '1.0.0');
    await publish('mf-soon', '1.1.0', { share: 0 });
    const readEnd = () =>
      gateway.db('remote_versions').where({ name: 'mf-soon', version: '1.1.0' }).first('offered_until');
    const before = await readEnd();
    gateway.clock.now += 1_000;
    expect((await post('mf-soon', 'rollback', { version: '1.1.0' })).status).toBe(200);
    expect(await readEnd()).toEqual(before);
  });

  test('the preview of an admin remote gives guests and players nothing', async () => {
    const routes = [{ path: '/admin', label: 'Admin', audience: 'admins' }];
    const files = { 'remote.json': JSON.stringify({ name: 'mf-admin', routes }) };
    await publish('mf-admin', '1.0.0', { files });
    await publish('mf-admin', '1.1.0', { files, share: 0 });
    const token = await createToken('mf-admin', '1.1.0');
    const [guest, administrator, player] = [browser(), browser(), browser()];
    for (const visit of [guest, administrator, player])
      expect(findVersion(await open(visit, token), 'mf-admin')).toBeUndefined();
    expect((await guest.get('/remotes/mf-admin/1.1.0/page.js')).status).toBe(404);
    const playerToken = getToken(await signIn(player, newPlayer()));
    expect(findVersion(await listRemotes(player, bearer(playerToken)), 'mf-admin')).toBeUndefined();
    const adminToken = getToken(await signIn(administrator, admin));
    expect(findVersion(await listRemotes(administrator, bearer(adminToken)), 'mf-admin')).toBe('1.1.0');
    expect((await administrator.get('/remotes/mf-admin/1.1.0/page.js')).status).toBe(200);
  });
});

describe('testers', () => {
  test('the browsers of a tester get the next version, before and after it exists, until they end it', async () => {
    const player = newPlayer();
    await publish('mf-ring', '1.0.0');
    const added = await post('mf-ring', 'testers', { add: [player.address] });
    expect(added.json.data).toEqual({ testers: [player.address.toLowerCase()] });
    const [tester, other] = [browser(), browser()];
    const session = bearer(getToken(await signIn(tester, player)));
    expect(findVersion(await listRemotes(tester, session), 'mf-ring')).toBe('1.0.0');
    await publish('mf-ring', '1.1.0', { share: 0 });
    expect(findVersion(await listRemotes(tester, session), 'mf-ring')).toBe('1.1.0');
    expect(findVersion(await open(tester), 'mf-ring')).toBe('1.1.0');
    expect(findVersion(await open(other), 'mf-ring')).toBe('1.0.0');
    await tester.delete('/api/remotes/previews');
    expect(findVersion(await listRemotes(tester, session), 'mf-ring')).toBe('1.0.0');
    const removed = await post('mf-ring', 'testers', { remove: [player.address] });
    expect(removed.json.data).toEqual({ testers: [] });
    const later = browser();
    const again = bearer(getToken(await signIn(later, player)));
    expect(findVersion(await listRemotes(later, again), 'mf-ring')).toBe('1.0.0');
  });

  test('a link makes a browser a tester, and a version that became current is no preview', async () => {
    await publish('mf-next', '1.0.0');
    await publish('mf-next', '1.1.0', { share: 0 });
    const visit = browser();
    expect(findVersion(await open(visit, await createToken('mf-next', 'next')), 'mf-next')).toBe('1.1.0');
    await publish('mf-next', '1.2.0', { share: 0 });
    expect(findVersion(await open(visit), 'mf-next')).toBe('1.2.0');
    await post('mf-next', 'promote', { version: '1.2.0' });
    const remote = (await open(visit)).find(({ name }) => name === 'mf-next');
    expect([remote?.version, remote?.preview_until]).toEqual(['1.2.0', undefined]);
  });

  test('another team cannot change the testers of a remote', async () => {
    await publish('mf-mine', '1.0.0');
    const wallet = newPlayer().address;
    expect((await post('mf-mine', 'testers', { add: [wallet] }, releaseToken('mf-a'))).status).toBe(403);
    expect((await post('mf-mine', 'testers', {})).json.data).toEqual({ testers: [] });
  });
});
