import { getAdminGame, updateAdminGame } from '@touchline/api/http/admin-games';
import { saveLineup } from '@touchline/api/http/lineups';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { rejection } from '@touchline/service-kit/testing/waiting';
import { expect, it } from 'vitest';
import { setUpEntriesSuite, week } from '../testing/entries-suite.ts';
import { DAY, TEAM } from '../testing/feed-builders.ts';

const OWNER = wallet(14);
const { app, send, one, edit } = setUpEntriesSuite();

it('rule 2.3 a settled gameweek accepts no lineups, even while an administrator keeps the game ACTIVE', async () => {
  const weekly = await app.game('WEEKLY', 1);
  const id = await app.join(OWNER, weekly.id);
  const save = () =>
    app.as(OWNER).request(saveLineup, {
      params: { id },
      body: {
        formation: '3-4-3',
        field_players: [...TEAM.field],
        bench_players: [...TEAM.bench],
        captain_id: 148,
        vice_captain_id: 85,
      },
    });
  await app.endMatches(1);
  app.clock.now = week(1) + DAY;
  expect(await rejection(save())).toMatchObject({ status: 409, code: 'GAME_NOT_EDITABLE' });
  const input = { params: { id: weekly.id } };
  const seen = (await send(getAdminGame, input)).game.version;
  const held = await send(updateAdminGame, { ...input, version: seen, body: { status: 'ACTIVE' } });
  expect(held.game.status).toBe('ACTIVE');
  expect(await rejection(save())).toMatchObject({ status: 409, code: 'PLAYER_LOCKED' });

  await app.checkGameweek(1);
  expect(await rejection(save())).toMatchObject({ status: 409, code: 'GAME_NOT_EDITABLE' });
  const { version } = await one(id);
  expect(await rejection(edit(id, { captain_id: 148 }))).toMatchObject({ code: 'CHANGE_REFUSED' });
  expect((await one(id)).version).toBe(version);
  const { captain_id } = await app.details(OWNER, id);
  expect(captain_id).toBe(138);
});
