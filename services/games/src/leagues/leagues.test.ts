import { findInvitation } from '@touchline/api/http/leagues';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DAY } from '../testing/feed-builders.ts';
import { setUpGamesSuite } from '../testing/games-suite.ts';
import { createLeagueSteps } from '../testing/league-steps.ts';
import { startPointsSuite } from '../testing/points-suite.ts';

const NOW = Date.parse('2031-08-01T12:00:00Z');
const KICKOFFS = [1, 8, 15].map((days) => NOW + days * DAY);
const app = setUpGamesSuite((dependencies) => startPointsSuite(dependencies, NOW, KICKOFFS));
const [OWNER, ANN, BEN, CAT, WITHOUT_TEAM] = [1, 2, 3, 4, 9].map((n) => wallet(n)) as [
  string,
  string,
  string,
  string,
  string,
];
let season = '';

beforeAll(async () => {
  season = (await app.game('SEASON')).id;
  for (const who of [OWNER, ANN, BEN, CAT]) await app.join(who, season);
});

afterEach(async () => {
  await app.db.raw('delete from leagues');
});

const { join, get, edit, remove, setCoAdmin, liftBan, rotate, mine, ...steps } = createLeagueSteps(app);
const create = (who = OWNER, fields: object = {}) => steps.create(who, season, fields);
const fails = (code: string) => expect.objectContaining({ code });

describe('game rule 9.1: creating a league', () => {
  it('the creator is the owner and first member', async () => {
    const league = await create(OWNER, { name: '  Office  ' });
    expect(league).toMatchObject({
      name: 'Office',
      owner: OWNER,
      can_manage: true,
      members: 1,
      max_members: 100_000,
      state: 'OPEN',
      start_gameweek: 1,
      uses_coefficient: false,
      automatic: null,
    });
    expect(league.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
    expect(await get(OWNER, league.id)).toEqual(league);
    // Before the start all members share the first rank, which is not shown.
    expect((await mine(OWNER)).find(({ id }) => id === league.id)).toMatchObject({
      state: 'OPEN',
      rank: null,
    });
  });

  it('a creator needs an entry in the game', async () => {
    await expect(create(WITHOUT_TEAM)).rejects.toEqual(fails('ENTRY_NEEDED'));
  });

  it.each([['T0uchline'], ['ADMIN'], ['Touchline Official']])(
    'the reserved name %s is rejected',
    async (name) => {
      await expect(create(OWNER, { name })).rejects.toEqual(fails('NAME_TAKEN'));
    },
  );

  it('a name that looks like another league of the user is rejected; other users may have it', async () => {
    await create(OWNER, { name: 'Sunday pub' });
    await expect(create(OWNER, { name: 'SUNDАY  PUB' })).rejects.toEqual(fails('NAME_TAKEN'));
    expect((await create(CAT, { name: 'Sunday pub' })).name).toBe('Sunday pub');
  });

  it.each([
    ['start_gameweek', { start_gameweek: 9 }],
    ['knock_out_gameweeks', { knock_out_gameweeks: 1 }],
    ['name', { name: 'a\u202Eb' }],
  ])('a wrong %s is named', async (path, fields) => {
    const wrong = { code: 'VALIDATION_FAILED', details: [expect.objectContaining({ path })] };
    await expect(create(OWNER, fields)).rejects.toEqual(expect.objectContaining(wrong));
  });
});

describe('game rule 9.3: joining with a code', () => {
  it('a member sees the league; a repeated request has no effect', async () => {
    const { id, code } = await create();
    const written = ` ${code!.slice(0, 4).toLowerCase()}-${code!.slice(4)} `;
    expect(await join(ANN, written)).toMatchObject({ id, members: 2, can_manage: false, banned: [] });
    expect(await join(ANN, code)).toMatchObject({ id, members: 2 });
    expect(await get(ANN, id)).toMatchObject({ owner: OWNER, code });
  });

  it('a guest with the code sees the league before joining', async () => {
    const { code, name } = await create();
    const { invitation } = await app.as(null).request(findInvitation, { params: { code: code! } });
    expect(invitation).toMatchObject({ name, owner: OWNER, members: 1, game: { id: season } });
  });

  it('a wrong code is 404, for guests and players', async () => {
    await expect(join(ANN, 'ZZZZZZZZ')).rejects.toEqual(fails('NOT_FOUND'));
    await expect(app.as(null).request(findInvitation, { params: { code: 'ZZZZZZZZ' } })).rejects.toEqual(
      fails('NOT_FOUND'),
    );
  });

  it('a player without a team in the game is asked to build one', async () => {
    const { code } = await create();
    await expect(join(WITHOUT_TEAM, code)).rejects.toEqual(fails('ENTRY_NEEDED'));
  });

  it('a replaced code no longer works', async () => {
    const { id, code } = await create();
    const next = await rotate(OWNER, id);
    await expect(join(ANN, code)).rejects.toEqual(fails('NOT_FOUND'));
    expect(await join(ANN, next)).toMatchObject({ id });
  });

  it('an entry is in at most 30 leagues', async () => {
    const codes: (string | null)[] = [];
    for (const who of [OWNER, ANN, CAT]) for (let n = 0; n < 10; n++) codes.push((await create(who)).code);
    const { code } = await create(CAT);
    await Promise.all(codes.map((each) => join(BEN, each)));
    await expect(join(BEN, code)).rejects.toEqual(fails('TOO_MANY_LEAGUES'));
    await expect(create(BEN)).rejects.toEqual(fails('TOO_MANY_LEAGUES'));
    expect((await mine(BEN)).filter(({ automatic }) => automatic === null)).toHaveLength(30);
  });
});

describe('game rule 9.4: members leave and are removed', () => {
  it('a left or removed member sees nothing and may join again', async () => {
    const { id, code } = await create();
    for (const who of [OWNER, ANN]) {
      await join(ANN, code);
      expect(await remove(who, id, ANN)).toEqual({ members: 1 });
      await expect(get(ANN, id)).rejects.toEqual(fails('NOT_FOUND'));
    }
    expect(await join(ANN, code)).toMatchObject({ members: 2 });
  });

  it('a banned wallet may join after the ban is lifted', async () => {
    const { id, code } = await create();
    await join(ANN, code);
    await remove(OWNER, id, ANN, 'true');
    await expect(join(ANN, code)).rejects.toEqual(fails('FORBIDDEN'));
    expect((await get(OWNER, id)).banned).toEqual([ANN]);
    expect((await edit(OWNER, id, { banned: [] })).banned).toEqual([]);
    expect(await join(ANN, code)).toMatchObject({ members: 2 });
  });

  it('lifting a ban keeps the bans of another co-admin', async () => {
    const { id, code } = await create();
    for (const who of [ANN, BEN, CAT]) await join(who, code);
    await setCoAdmin(OWNER, id, CAT, true);
    await remove(OWNER, id, ANN, 'true');
    await remove(CAT, id, BEN, 'true');
    for (const admin of [OWNER, CAT]) expect((await liftBan(admin, id, ANN)).banned).toEqual([BEN]);
    await expect(join(BEN, code)).rejects.toEqual(fails('FORBIDDEN'));
    expect(await join(ANN, code)).toMatchObject({ members: 3 });
  });

  it('when the owner leaves, the first co-admin is the owner, else the earliest member; then the league ends', async () => {
    const { id, code } = await create();
    for (const who of [ANN, BEN, CAT]) await join(who, code);
    await edit(OWNER, id, { co_admins: [CAT] });
    await remove(OWNER, id, OWNER);
    expect(await get(BEN, id)).toMatchObject({ owner: CAT, co_admins: [], members: 3 });
    await remove(CAT, id, CAT);
    expect(await get(BEN, id)).toMatchObject({ owner: ANN, members: 2 });
    await remove(ANN, id, ANN);
    await remove(BEN, id, BEN);
    await expect(join(ANN, code)).rejects.toEqual(fails('NOT_FOUND'));
  });
});

describe('game rule 9.2: owner and co-admins', () => {
  it('a member without rights changes nothing', async () => {
    const { id, code } = await create();
    for (const who of [ANN, BEN]) await join(who, code);
    for (const attempt of [
      () => edit(ANN, id, { name: 'Mine' }),
      () => rotate(ANN, id),
      () => remove(ANN, id, BEN),
      () => remove(ANN, id, OWNER),
      () => remove(ANN, id, ANN, 'true'),
      () => liftBan(ANN, id, CAT),
      () => setCoAdmin(ANN, id, ANN, true),
    ])
      await expect(attempt()).rejects.toEqual(fails('FORBIDDEN'));
    expect(await get(BEN, id)).toMatchObject({ members: 3, code });
  });

  it('a co-admin has the rights of the owner, except over co-admins and the owner', async () => {
    const { id, code } = await create();
    for (const who of [ANN, BEN]) await join(who, code);
    expect((await edit(OWNER, id, { co_admins: [ANN] })).co_admins).toEqual([ANN]);
    expect(await edit(ANN, id, { name: 'Ours', uses_coefficient: true, start_gameweek: 2 })).toMatchObject({
      name: 'Ours',
      uses_coefficient: true,
      start_gameweek: 2,
    });
    await expect(edit(ANN, id, { co_admins: [ANN, BEN] })).rejects.toEqual(fails('FORBIDDEN'));
    await expect(remove(ANN, id, OWNER)).rejects.toEqual(fails('FORBIDDEN'));
    expect(await remove(ANN, id, BEN)).toEqual({ members: 2 });
  });

  it('a co-admin cannot take the rights of another one, nor become the first in the succession', async () => {
    const { id, code } = await create();
    for (const who of [ANN, BEN]) await join(who, code);
    await edit(OWNER, id, { co_admins: [ANN, BEN] });
    for (const co_admins of [[BEN], [BEN, BEN], [BEN, ANN]])
      await expect(edit(BEN, id, { co_admins })).rejects.toEqual(fails('FORBIDDEN'));
    expect((await edit(BEN, id, { co_admins: [ANN, BEN] })).co_admins).toEqual([ANN, BEN]);
    expect((await edit(OWNER, id, { co_admins: [BEN, BEN, ANN] })).co_admins).toEqual([BEN, ANN]);
  });

  it('the owner names co-admins and removes them one by one', async () => {
    const { id, code } = await create();
    for (const who of [ANN, BEN]) await join(who, code);
    await Promise.all([ANN, BEN].map((who) => setCoAdmin(OWNER, id, who, true)));
    expect(new Set((await setCoAdmin(OWNER, id, ANN, true)).co_admins)).toEqual(new Set([ANN, BEN]));
    await expect(setCoAdmin(ANN, id, BEN, false)).rejects.toEqual(fails('FORBIDDEN'));
    await Promise.all([ANN, BEN].map((who) => setCoAdmin(OWNER, id, who, false)));
    expect(await setCoAdmin(OWNER, id, ANN, false)).toMatchObject({ co_admins: [], members: 3 });
    await expect(setCoAdmin(OWNER, id, OWNER, true)).rejects.toEqual(fails('FORBIDDEN'));
    await expect(setCoAdmin(OWNER, id, CAT, true)).rejects.toEqual(fails('NOT_FOUND'));
  });

  it('the owner names ten co-admins, and not an eleventh', async () => {
    const { id, code } = await create();
    const named = Array.from({ length: 11 }, (_, n) => wallet(20 + n));
    for (const who of named) {
      await app.join(who, season);
      await join(who, code);
    }
    const ten = named.slice(1);
    expect((await edit(OWNER, id, { co_admins: ten })).co_admins).toEqual(ten);
    await expect(edit(OWNER, id, { co_admins: named })).rejects.toEqual(fails('VALIDATION_FAILED'));
    await expect(edit(named[1]!, id, { co_admins: named })).rejects.toEqual(fails('VALIDATION_FAILED'));
    await expect(setCoAdmin(OWNER, id, named[0]!, true)).rejects.toEqual(fails('VALIDATION_FAILED'));
    expect((await get(OWNER, id)).co_admins).toEqual(ten);
  });

  it('co-admins are members, and a member is removed before a ban by list', async () => {
    const { id, code } = await create();
    await join(ANN, code);
    await expect(edit(OWNER, id, { co_admins: [BEN] })).rejects.toEqual(fails('VALIDATION_FAILED'));
    await expect(edit(OWNER, id, { banned: [ANN] })).rejects.toEqual(fails('VALIDATION_FAILED'));
    expect((await edit(OWNER, id, { banned: [BEN] })).banned).toEqual([BEN]);
  });
});
