import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createTestDatabase } from '@touchline/local-stack/testing';
import { describe, expect, test } from 'vitest';
import { gatewaySuite } from '../testing/gateway-under-test.ts';
import {
  type Build,
  RELEASE_SECRET,
  releaseEnv,
  releaseTeam,
  releaseToken,
} from '../testing/release-team.ts';
import { bearer, visitor } from '../testing/visitor.ts';
import { listAdminRemotes } from './admin-remotes.ts';
import { signReleaseToken } from './release-tokens.ts';

const env = releaseEnv();
const gateway = gatewaySuite(createTestDatabase, () => env);
const { publish, post, list, find } = releaseTeam(gateway);
const findVersion = async (name: string, browser = visitor(gateway.url)) =>
  (await find(name, browser))?.version;

describe('publishing', () => {
  test('the token of a team publishes its remote and no other, and visitors get the new version', async () => {
    expect((await publish('mf-a', '1.0.0', { token: releaseToken('mf-b') })).status).toBe(403);
    expect((await publish('mf-a', '1.0.0', { token: bearer('mf-a.forged') })).status).toBe(401);
    expect((await publish('mf-a', '1.0.0')).status).toBe(200);
    expect(await findVersion('mf-a')).toBe('1.0.0');
    await publish('mf-a', '1.1.0');
    expect(await findVersion('mf-a')).toBe('1.1.0');
    const files = await visitor(gateway.url).get('/remotes/mf-a/1.0.0/page.js');
    expect(files.text).toBe('page()');
    const listed = await visitor(gateway.url).get('/api/releases', releaseToken('mf-b'));
    expect(listed.json.data).toEqual({ remotes: [] });
  });

  test('a replaced token is rejected, the next one is accepted, and administrators see the history', async () => {
    await publish('mf-token', '1.0.0');
    const replace = (headers: Record<string, string>) =>
      visitor(gateway.url).post('/api/releases/mf-token/token', {}, headers);
    expect((await replace(releaseToken('mf-token'))).status).toBe(403);
    const { data } = (await replace(releaseToken('all'))).json;
    expect(data).toEqual({ token: signReleaseToken(RELEASE_SECRET, 'mf-token', 2), number: 2 });
    expect((await publish('mf-token', '1.1.0')).status).toBe(401);
    expect((await publish('mf-token', '1.1.0', { token: bearer(String(data?.token)) })).status).toBe(200);
    expect((await publish('mf-token', '1.2.0', { token: releaseToken('mf-token', 3) })).status).toBe(401);
    const remote = (await listAdminRemotes(gateway.db)).find(({ name }) => name === 'mf-token');
    expect(remote?.history.map(({ action, version, by }) => [action, version, by])).toEqual([
      ['CURRENT', '1.1.0', 'the team of mf-token (token 2)'],
      ['PUBLISHED', '1.1.0', 'the team of mf-token (token 2)'],
      ['TOKEN_REPLACED', null, 'the deployment'],
      ['CURRENT', '1.0.0', 'the team of mf-token'],
      ['PUBLISHED', '1.0.0', 'the team of mf-token'],
    ]);
  });

  test.each([
    ['TOKEN_INVALID', bearer('nonsense')],
    [
      'TOKEN_INVALID',
      bearer(signReleaseToken('the secret of another product, also long enough', 'mf-large')),
    ],
    ['TOKEN_MISSING', {}],
  ])('a request without a known token is 401 %s before its size is checked', async (code, token) => {
    const { status, json } = await publish('mf-large', '1.0.0', { token, entry: 'x'.repeat(200_000) });
    expect([status, json.code]).toEqual([401, code]);
  });

  test.each([
    '../escaped.js',
    'assets/../../escaped.js',
    '/tmp/escaped.js',
    '..%2fescaped.js',
    'a\\..\\escaped.js',
    '.hidden.js',
    'assets//escaped.js',
    'escaped.js\0.css',
  ])('S10 an upload with the path %j is rejected and writes no file', async (path) => {
    const before = readdirSync(env.REMOTES_DIR, { recursive: true }).sort();
    const { status, json } = await publish('mf-traversal', '1.0.0', { files: { [path]: 'escaped()' } });
    expect([status, json.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(readdirSync(env.REMOTES_DIR, { recursive: true }).sort()).toEqual(before);
    expect(existsSync(join(env.REMOTES_DIR, '..', 'escaped.js'))).toBe(false);
  });

  test("P4 the deployment's token is replaced alone: the others remain valid, and its holder learns the number", async () => {
    const own = await gateway.start({ ...env });
    const team = releaseTeam(own);
    const replace = (token: Record<string, string>) => team.post('all', 'token', {}, token);
    expect((await replace(releaseToken('mf-any'))).status).toBe(403);
    expect((await replace(releaseToken('all'))).json.data).toMatchObject({ number: 2 });
    const rejected = await replace(releaseToken('all'));
    expect([rejected.status, rejected.json.details]).toEqual([401, [{ path: 'number', message: '2' }]]);
    expect((await team.publish('mf-any', '1.0.0')).status).toBe(200);
    const next = releaseToken('all', 2);
    expect((await team.publish('mf-any', '1.1.0', { token: next })).status).toBe(200);
    await own.db('remote_tokens').delete(); // other tests use the first token
  });

  test('P4 the versions of a remote that the operator approves are published by its team and offered by the deployment', async () => {
    const own = await gateway.start({ ...env, REMOTES_APPROVED_BY_OPERATOR: 'mf-other, mf-approved' });
    const team = releaseTeam(own);
    const name = 'mf-approved';
    expect((await team.publish(name, '1.0.0')).json.code).toBe('FORBIDDEN');
    expect((await team.publish(name, '1.0.0', { share: 0 })).status).toBe(200);
    expect((await team.post(name, 'promote', { version: '1.0.0' })).status).toBe(403);
    expect((await team.post(name, 'share', { version: '1.0.0', percent: 10 })).status).toBe(403);
    expect((await team.post(name, 'rollback', { to: '1.0.0' })).status).toBe(422);
    expect((await team.post(name, 'promote', { version: '1.0.0' }, releaseToken('all'))).status).toBe(200);
    expect((await team.publish('mf-free', '1.0.0')).status).toBe(200);
  });

  test('publishing a version again is accepted with the same files and rejected with others', async () => {
    await publish('mf-same', '1.0.0');
    expect((await publish('mf-same', '1.0.0')).json.data).toMatchObject({ published: false });
    const other = await publish('mf-same', '1.0.0', { entry: 'other()' });
    expect([other.status, other.json.code]).toEqual([422, 'CHANGE_REFUSED']);
    expect((await visitor(gateway.url).get('/remotes/mf-same/1.0.0/entry.js')).text).toBe('run()');
  });

  test('publishing a version again stores files that the folder has lost, unless they were deleted', async () => {
    await publish('mf-lost', '1.0.0');
    await publish('mf-lost', '1.1.0');
    const readStatus = async (version: string) =>
      (await visitor(gateway.url).get(`/remotes/mf-lost/${version}/entry.js`)).status;
    expect(await readStatus('1.1.0')).toBe(200);
    rmSync(join(env.REMOTES_DIR, 'mf-lost'), { recursive: true });
    expect(await readStatus('1.1.0')).toBe(404);
    expect((await publish('mf-lost', '1.1.0')).json.data).toMatchObject({ published: false });
    expect(await readStatus('1.1.0')).toBe(200);
    await gateway
      .db('remote_versions')
      .where({ name: 'mf-lost', version: '1.0.0' })
      .update('deleted_at', new Date());
    expect((await publish('mf-lost', '1.0.0')).json.data).toMatchObject({ published: false });
    expect(existsSync(join(env.REMOTES_DIR, 'mf-lost', '1.0.0'))).toBe(false);
  });

  test.each<[string, Build, RegExp]>([
    ['another React', { shared: { react: '^20.0.0' } }, /react \^20\.0\.0, but the shell has 19\.3\.1/],
    [
      'a newer host',
      { shared: { '@touchline/host/host': '^1.1.0' } },
      /the host interface \^1\.1\.0, but the shell has 1\.0\.0/,
    ],
    [
      'a newer API',
      { files: { 'built-with.json': '{"@touchline/api":"1.2.0"}' } },
      /@touchline\/api 1\.2\.0, but the product has 1\.1\.0/,
    ],
    ['an unknown API', { files: { 'built-with.json': '[]' } }, /built-with\.json is missing or invalid/],
    ['a module that is not shared', { shared: { lodash: '^4.0.0' } }, /lodash/],
    [
      'a secret in a source map',
      { files: { 'a.js.map': 'nats://games:hunter2@bus' } },
      /a\.js\.map contains a pass/,
    ],
    ['too many bytes', { entry: Array.from({ length: 60_000 }, (_, n) => Math.sin(n)).join() }, /budget/],
    ['a long path', { routes: [`/a${'b'.repeat(199)}`] }, /routes\.0\.path is wrong: must have at most 200/],
    ['a manifest of another remote', { files: { 'mf-manifest.json': '{}' } }, /manifest/],
  ])('a release with %s is rejected, and nothing is stored', async (_, options, message) => {
    const { status, json } = await publish('mf-bad', '1.0.0', options);
    expect([status, json.code]).toEqual([422, 'CHANGE_REFUSED']);
    expect(json.error).toMatch(message);
    expect(existsSync(join(env.REMOTES_DIR, 'mf-bad'))).toBe(false);
  });
});

describe('offered versions', () => {
  test('a browser stays on one side of a share, and a rollback ends the share', async () => {
    await publish('mf-share', '1.0.0');
    await publish('mf-share', '1.1.0', { share: 50 });
    const browsers = Array.from({ length: 40 }, () => visitor(gateway.url));
    const seen = () => Promise.all(browsers.map((browser) => findVersion('mf-share', browser)));
    const first = await seen();
    expect(new Set(first)).toEqual(new Set(['1.0.0', '1.1.0']));
    expect(await seen()).toEqual(first);
    expect((await post('mf-share', 'rollback', {})).status).toBe(200);
    expect(new Set(await seen())).toEqual(new Set(['1.0.0']));
  });

  test('a version can be promoted and rolled back; the first version cannot be rolled back', async () => {
    await publish('mf-back', '1.0.0');
    await publish('mf-back', '1.1.0', { share: 0 });
    expect(await findVersion('mf-back')).toBe('1.0.0');
    await post('mf-back', 'promote', { version: '1.1.0' });
    expect(await findVersion('mf-back')).toBe('1.1.0');
    const back = await post('mf-back', 'rollback', {});
    expect(back.json.data).toMatchObject({ remote: { current_version: '1.0.0' } });
    expect((await post('mf-back', 'rollback', {})).status).toBe(422);
    expect((await post('mf-back', 'promote', { version: '9.9.9' })).status).toBe(422);
  });

  test('a rollback skips the version that an earlier one replaced, and the list names its target', async () => {
    const publishNext = (version: string, share = 100) => {
      gateway.clock.now += 1;
      return publish('mf-skips', version, { share });
    };
    await publishNext('0.1.0');
    await publishNext('0.2.0', 0);
    await publishNext('0.3.0');
    expect((await list('mf-skips'))?.rollback_to).toBe('0.1.0');
    await post('mf-skips', 'promote', { version: '0.2.0' });
    expect(await list('mf-skips')).toMatchObject({
      rollback_to: '0.1.0',
      versions: [{ version: '0.3.0', state: 'returned' }, {}, {}],
    });
    await post('mf-skips', 'rollback', {});
    expect(await findVersion('mf-skips')).toBe('0.1.0');
    expect((await post('mf-skips', 'rollback', {})).json.code).toBe('CHANGE_REFUSED');
    expect((await post('mf-skips', 'rollback', { to: '0.3.0' })).json.error).toMatch(/Promote it/);
    await post('mf-skips', 'promote', { version: '0.3.0' });
    expect(await list('mf-skips')).toMatchObject({ current_version: '0.3.0', rollback_to: '0.1.0' });
  });

  test('a rollback returns to the named version if it was current before, and ends a share', async () => {
    for (const version of ['1.0.0', '1.1.0', '1.2.0']) {
      gateway.clock.now += 1;
      await publish('mf-named', version);
    }
    await publish('mf-named', '1.3.0', { share: 40 });
    expect((await list('mf-named'))?.rollback_to).toBe('1.2.0');
    await publish('mf-named', '1.4.0', { share: 0 });
    for (const to of ['1.4.0', '9.9.9'])
      expect((await post('mf-named', 'rollback', { to })).json.code).toBe('CHANGE_REFUSED');
    await post('mf-named', 'rollback', { to: '1.0.0' });
    expect(await list('mf-named')).toMatchObject({
      current_version: '1.0.0',
      share: null,
      rollback_to: null,
      versions: ['unused', 'returned', 'returned', 'unused', 'current'].map((state) => ({ state })),
    });
    expect((await post('mf-named', 'rollback', { to: '1.0.0' })).json.code).toBe('CHANGE_REFUSED');
  });

  test('a version that the deployment publishes again remains as offered until the deployment publishes another one', async () => {
    const all = { token: releaseToken('all') };
    await publish('mf-deployed', '1.0.0', all);
    await publish('mf-deployed', '1.1.0', all);
    await post('mf-deployed', 'rollback', {});
    await publish('mf-deployed', '1.1.0', all);
    expect(await findVersion('mf-deployed')).toBe('1.0.0');
    await publish('mf-deployed', '1.0.0', all);
    expect(await findVersion('mf-deployed')).toBe('1.0.0');
    await publish('mf-deployed', '1.1.0', all);
    expect(await findVersion('mf-deployed')).toBe('1.1.0');
  });
});
