import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isProductPath } from '@touchline/api/remote-routes';
import { createTestDatabase } from '@touchline/local-stack/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { ROUTES } from '../routing/routes.ts';
import { gatewaySuite } from '../testing/gateway-under-test.ts';
import { releaseEnv, releaseTeam, releaseToken } from '../testing/release-team.ts';

const env = releaseEnv();
const gateway = gatewaySuite(createTestDatabase, () => env);
const team = releaseTeam(gateway);

beforeAll(async () => {
  await team.publish('mf-teams', '1.0.0', { routes: ['/team-view/:id', '/lists'] });
});

describe('P1 a route belongs to the remote that published it first', () => {
  test.each([
    ['/lists', 'mf-teams'],
    ['/lists/deep/below', 'mf-teams'],
    ['/team-view/x', 'mf-teams'],
    ['/team-view/:other', 'mf-teams'],
    ['/team-view', 'mf-teams'],
    ['/admin', 'mf-admin'],
    ['/admin/:tab', 'mf-admin'],
    ['/', 'the product'],
    ['/api', 'the product'],
    ['/api/games', 'the product'],
    ['/remotes/x', 'the product'],
    ['/share/team', 'the product'],
    ['/healthz', 'the product'],
    ['/readyz', 'the product'],
    ['/assets/x', 'the product'],
  ])('%s is rejected for another remote as a path of %s', async (path, owner) => {
    const { status, json } = await team.publish('mf-other', '1.0.0', { routes: ['/other', path] });
    expect([status, json.code]).toEqual([409, 'ROUTE_TAKEN']);
    expect(json.error).toBe(`mf-other was not published: ${path} belongs to ${owner}.`);
    expect(json.details).toEqual([
      { path: 'remote.json.routes.1.path', message: `${path} belongs to ${owner}` },
    ]);
    expect(existsSync(join(env.REMOTES_DIR, 'mf-other', '1.0.0'))).toBe(false);
    expect(await team.list('mf-other')).toBeUndefined();
  });

  test('a rejected publication owns none of its routes', async () => {
    expect((await team.publish('mf-next', '1.0.0', { routes: ['/other'] })).status).toBe(200);
  });

  test.each(['/*', '/:anything', '/.well-known/x', '/Lists', '/lists/', 'lists', '/a//b', '/a?', '/%6cists'])(
    '%s is not a route',
    async (path) => {
      const { status, json } = await team.publish('mf-odd', '1.0.0', { routes: [path] });
      expect([status, json.code]).toEqual([422, 'CHANGE_REFUSED']);
      expect(json.error).toContain(`remote.json has the route ${path}`);
    },
  );

  test('one of eight concurrent publications of the same routes in different orders owns them', async () => {
    const names = Array.from({ length: 8 }, (_, n) => `mf-race-${n}`);
    const routes = ['/race-a', '/race-b'];
    const results = await Promise.all(
      names.map((name, n) =>
        team.publish(name, '1.0.0', { routes: n % 2 === 0 ? routes : routes.toReversed() }),
      ),
    );
    expect(results.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
    const listed = await Promise.all(names.map((name) => team.find(name)));
    expect(listed.filter(Boolean)).toHaveLength(1);
  });

  test('a route that a version drops remains reserved for its remote', async () => {
    await team.publish('mf-drops', '1.0.0', { routes: ['/drops', '/dropped'] });
    await team.publish('mf-drops', '1.1.0', { routes: ['/drops'] });
    expect((await team.publish('mf-takes', '1.0.0', { routes: ['/dropped'] })).status).toBe(409);
    expect((await team.publish('mf-drops', '1.2.0', { routes: ['/drops', '/dropped'] })).status).toBe(200);
  });

  test('the deployment moves a route: its new owner may publish it, and versions of the old one lose it', async () => {
    await team.publish('mf-old', '1.0.0', { routes: ['/kept', '/moved/:id'] });
    const move = (token: Record<string, string>, path = '/moved') =>
      team.post('mf-new', 'routes', { path }, token);
    expect((await move(releaseToken('mf-new'))).status).toBe(403);
    expect((await move(releaseToken('mf-old'))).status).toBe(403);
    expect((await move(releaseToken('all'), '/api')).json.code).toBe('ROUTE_TAKEN');
    expect((await move(releaseToken('all'))).json.data).toEqual({ previous: 'mf-old' });
    expect((await team.find('mf-old'))?.routes.map(({ path }) => path)).toEqual(['/kept']);
    expect((await team.publish('mf-new', '1.0.0', { routes: ['/moved/:id'] })).status).toBe(200);
    expect((await team.publish('mf-old', '1.1.0', { routes: ['/moved/:id'] })).status).toBe(409);
  });

  test('every prefix of the routing table belongs to the product', () => {
    expect(ROUTES.filter(({ prefix }) => !isProductPath(prefix))).toEqual([]);
  });
});
