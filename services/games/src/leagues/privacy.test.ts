import { randomUUID } from 'node:crypto';
import { RESOURCES } from '@touchline/api/all-endpoints';
import type { AnyEndpoint } from '@touchline/api/endpoint';
import { query } from '@touchline/service-kit/data/database';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { beforeAll, describe, expect, it } from 'vitest';
import { DAY } from '../testing/feed-builders.ts';
import { setUpGamesSuite } from '../testing/games-suite.ts';
import { createLeagueSteps } from '../testing/league-steps.ts';
import { startPointsSuite } from '../testing/points-suite.ts';

const NOW = Date.parse('2031-08-01T12:00:00Z');
const app = setUpGamesSuite((dependencies) =>
  startPointsSuite(dependencies, NOW, [NOW + DAY, NOW + 8 * DAY]),
);
const steps = createLeagueSteps(app);
const [OWNER, STRANGER, LEFT, REMOVED, BANNED, MEMBER] = [1, 2, 3, 4, 5, 6].map((n) => wallet(n)) as [
  string,
  string,
  string,
  string,
  string,
  string,
];
const SECRET = 'Secret society';
const league = { id: '', code: '', game: '' };
/** Entry of MEMBER. */
let entry = '';

/** Endpoints of one league; those without its id need a code or the user's session only. */
const ENDPOINTS = [RESOURCES.leagues, RESOURCES['league-tables']]
  .flatMap((exported) => Object.values(exported!))
  .filter((value): value is AnyEndpoint => typeof value === 'object' && value !== null && 'path' in value)
  .filter(({ path }) => path.includes(':id'));

/** Bodies of valid requests. */
const BODIES: Record<string, object> = {
  'PATCH /leagues/:id': { name: 'Other' },
  'PATCH /leagues/:id/members/:wallet': { co_admin: true },
};

const send = ({ method, path }: AnyEndpoint, who: string | null, id = league.id) =>
  app.raw(
    method,
    path.replace(':id', id).replace(':wallet', OWNER),
    who,
    method === 'GET' ? undefined : (BODIES[`${method} ${path}`] ?? {}),
  );

beforeAll(async () => {
  league.game = (await app.game('SEASON')).id;
  for (const who of [OWNER, STRANGER, LEFT, REMOVED, BANNED]) await app.join(who, league.game);
  const { id, code } = await steps.create(OWNER, league.game, { name: SECRET });
  Object.assign(league, { id, code });
  entry = await app.join(MEMBER, league.game);
  for (const who of [LEFT, REMOVED, BANNED, MEMBER]) await steps.join(who, code);
  await steps.remove(LEFT, id, LEFT);
  await steps.remove(OWNER, id, REMOVED);
  await steps.remove(OWNER, id, BANNED, 'true');
});

describe.each(ENDPOINTS.map((endpoint) => ({ name: `${endpoint.method} ${endpoint.path}`, endpoint })))(
  'game rule 9.5: $name',
  ({ endpoint }) => {
    it('the response to a guest is 401', async () => {
      expect((await send(endpoint, null)).status).toBe(401);
    });

    it.each([
      ['strangers', STRANGER],
      ['members who left', LEFT],
      ['removed members', REMOVED],
      ['banned members', BANNED],
    ])('the response to %s is 404, like that of an unknown league', async (_, who) => {
      const [hidden, unknown] = [await send(endpoint, who), await send(endpoint, who, randomUUID())];
      expect([hidden.status, hidden.body.code]).toEqual([404, 'NOT_FOUND']);
      expect({ ...hidden.body, request_id: null }).toEqual({ ...unknown.body, request_id: null });
    });

    it('the response to a member has the league', async () => {
      // Changes are tested elsewhere; here they would end the league. A classic league has no draw.
      const isRead = endpoint.method === 'GET' && !endpoint.path.endsWith('/draw');
      if (isRead) expect((await send(endpoint, OWNER)).status).toBe(200);
    });
  },
);

it('game rule 9.5: the list of a stranger does not have the league', async () => {
  const { body } = await app.raw('GET', '/leagues', STRANGER);
  expect(JSON.stringify(body)).not.toContain(league.id);
});

it('game rule 9.5: a member of the game is not a manager of a league they are not in', async () => {
  const { status } = await app.raw('GET', `/leagues/${league.id}/members/${STRANGER}`, OWNER);
  expect(status).toBe(404);
});

it('game rule 9.5: no event has the name, the id or the code of a league', async () => {
  const events = await query<{ text: string }>(app.db, 'select outbox::text as text from outbox');
  for (const text of [SECRET, league.id, league.code])
    expect(events.some((event) => event.text.includes(text))).toBe(false);
});

it('game rule 9.5: the searches of the leaderboard find no league', async () => {
  const found = await app.raw('GET', `/games/${league.game}/leaderboard?search=Secret`, null);
  expect(found.body.data).toMatchObject({ total: 0 });
});

it('game rule 9.3: the code shows no member and no id of a member', async () => {
  const { body } = await app.raw('GET', `/leagues/invitations/${league.code}`, null);
  expect(body.data).toMatchObject({ invitation: { members: 2 } });
  expect(Object.keys((body.data as { invitation: object }).invitation)).not.toContain('rows');
  for (const text of [MEMBER, entry, LEFT]) expect(JSON.stringify(body)).not.toContain(text);
});
