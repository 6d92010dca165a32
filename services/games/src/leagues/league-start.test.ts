import { findInvitation } from '@touchline/api/http/leagues';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { beforeAll, expect, it } from 'vitest';
import { DAY } from '../testing/feed-builders.ts';
import { setUpGamesSuite } from '../testing/games-suite.ts';
import { createLeagueSteps } from '../testing/league-steps.ts';
import { startPointsSuite } from '../testing/points-suite.ts';

const NOW = Date.parse('2031-08-01T12:00:00Z');
const app = setUpGamesSuite((dependencies) =>
  startPointsSuite(dependencies, NOW, [NOW + DAY, NOW + 8 * DAY]),
);
const steps = createLeagueSteps(app);
const [OWNER, ANN, LATE] = [1, 2, 3].map((n) => wallet(n)) as [string, string, string];
const ids = { season: '', classic: '', headToHead: '' };
const codes = { classic: '', headToHead: '' };
const started = expect.objectContaining({ code: 'LEAGUE_STARTED' });

beforeAll(async () => {
  ids.season = (await app.game('SEASON')).id;
  for (const who of [OWNER, ANN, LATE]) await app.join(who, ids.season);
  const classic = await steps.create(OWNER, ids.season);
  const headToHead = await steps.create(OWNER, ids.season, { kind: 'HEAD_TO_HEAD', knock_out_gameweeks: 1 });
  for (const { code } of [classic, headToHead]) await steps.join(ANN, code);
  Object.assign(ids, { classic: classic.id, headToHead: headToHead.id });
  Object.assign(codes, { classic: classic.code, headToHead: headToHead.code });
  await app.kickOff(1);
});

it('game rule 9.3: from its first kick-off on, a head-to-head league has no code and accepts no member', async () => {
  await expect(steps.join(LATE, codes.headToHead)).rejects.toEqual(started);
  expect(await steps.get(ANN, ids.headToHead)).toMatchObject({ code: null, state: 'STARTED', members: 2 });
  await expect(steps.rotate(OWNER, ids.headToHead)).rejects.toEqual(started);
  const { invitation } = await app.as(null).request(findInvitation, { params: { code: codes.headToHead } });
  expect(invitation.state).toBe('STARTED');
});

it('game rule 9.4: the members of a head-to-head league stay after its start', async () => {
  await expect(steps.remove(ANN, ids.headToHead, ANN)).rejects.toEqual(started);
  await expect(steps.remove(OWNER, ids.headToHead, ANN)).rejects.toEqual(started);
});

it('game rule 9.3: members join and leave a classic league after its start', async () => {
  expect(await steps.join(LATE, codes.classic)).toMatchObject({ members: 3, state: 'STARTED' });
  expect(await steps.remove(LATE, ids.classic, LATE)).toEqual({ members: 2 });
});

it('game rule 9.2: after the start, the name changes and the settings of the table do not', async () => {
  for (const fields of [{ start_gameweek: 2 }, { uses_coefficient: true }])
    await expect(steps.edit(OWNER, ids.classic, fields)).rejects.toEqual(started);
  expect(await steps.edit(OWNER, ids.classic, { name: 'Renamed', start_gameweek: 1 })).toMatchObject({
    name: 'Renamed',
  });
});

it('game rule 9.1: a head-to-head league begins with a gameweek that has not started', async () => {
  const wrong = expect.objectContaining({ code: 'VALIDATION_FAILED' });
  const create = (fields: object) => steps.create(OWNER, ids.season, { kind: 'HEAD_TO_HEAD', ...fields });
  await expect(create({ start_gameweek: 1 })).rejects.toEqual(wrong);
  expect(await create({})).toMatchObject({ start_gameweek: 2, state: 'OPEN' });
});

it('game rule 9.4: after the end of the game, a classic league loses only the members who leave it', async () => {
  const league = await steps.get(OWNER, ids.classic);
  app.clock.now = Date.parse(league.game.end_time);
  expect(await steps.get(OWNER, ids.classic)).toMatchObject({ code: null, state: 'FINISHED', members: 2 });
  for (const ban of [undefined, 'true'] as const)
    await expect(steps.remove(OWNER, ids.classic, ANN, ban)).rejects.toEqual(started);
  await expect(steps.rotate(OWNER, ids.classic)).rejects.toEqual(started);
  expect(await steps.get(OWNER, ids.classic)).toMatchObject({ members: 2, banned: [] });
  expect(await steps.remove(ANN, ids.classic, ANN)).toEqual({ members: 1 });
});
