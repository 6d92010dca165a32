import { getParticipation, joinGame, requireParticipation } from '@touchline/api/http/entries';
import { type SaveLineupBody, saveLineup } from '@touchline/api/http/lineups';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { rejection } from '@touchline/service-kit/testing/waiting';
import { beforeAll, expect, it } from 'vitest';
import { buildJoin, DAY, HOUR, TEAM } from '../testing/feed-builders.ts';
import { startGamesApp } from '../testing/games-app.ts';
import { setUpGamesSuite } from '../testing/games-suite.ts';

const base = Date.parse('2031-08-15T12:00:00Z');
const first = base + DAY;
const [ALICE, BOB, CAROL] = [wallet(11), wallet(12), wallet(13)];
const app = setUpGamesSuite((dependencies) => startGamesApp({ ...dependencies, now: base, seasonFee: '0' }));

beforeAll(async () => {
  for (const week of [1, 2, 3]) app.feed.addGameweek(week, [first + (week - 1) * 7 * DAY]);
  await app.feed.publishAll();
  await app.waitForFeed();
});

const SAVED = {
  formation: '3-4-3' as const,
  field_players: [...TEAM.field],
  bench_players: [...TEAM.bench],
  captain_id: 138,
  vice_captain_id: 85,
};
/** Edited without a connection, for gameweek 1 and in place of SAVED. */
const EDITED = { ...SAVED, captain_id: 148, effective_gameweek: 1, replaces: SAVED };

async function join(who: string, game: string): Promise<string> {
  const response = await app.as(who).request(joinGame, { params: { id: game }, body: buildJoin() });
  return requireParticipation(response).id;
}
const save = (who: string, id: string, body: SaveLineupBody) =>
  app.as(who).request(saveLineup, { params: { id }, body });

it('a lineup that was edited without a connection replaces only the lineup that was edited', async () => {
  const id = await join(ALICE, (await app.game('WEEKLY', 1)).id);
  await save(ALICE, id, { ...SAVED, captain_id: 10 });
  expect(await rejection(save(ALICE, id, EDITED))).toMatchObject({ status: 409, code: 'STALE' });
  const { participation } = await app.as(ALICE).request(getParticipation, { params: { id } });
  expect(participation.captain_id).toBe(10);
  await save(ALICE, id, SAVED);
  const { lineup } = await save(ALICE, id, EDITED);
  expect(lineup.captain_id).toBe(148);
  // Its response may be lost: sent again, it is saved already.
  expect(await save(ALICE, id, EDITED)).toMatchObject({ lineup });
});

it('lineups of two gameweeks that were edited without a connection are saved if the later one is sent first', async () => {
  const { id: game } = await app.game('SEASON');
  const next = { ...EDITED, effective_gameweek: 2 };
  const first = await join(ALICE, game);
  await save(ALICE, first, next);
  await save(ALICE, first, EDITED);
  const { participation } = await app.as(ALICE).request(getParticipation, { params: { id: first } });
  expect([participation.captain_id, participation.next_lineup?.captain_id]).toEqual([148, 148]);
  const second = await join(CAROL, game);
  await save(CAROL, second, EDITED);
  expect(await rejection(save(CAROL, second, next))).toMatchObject({ code: 'STALE' });
});

it('a lineup that was edited without a connection never applies to a later gameweek', async () => {
  const id = await join(BOB, (await app.game('SEASON')).id);
  app.clock.now = first + 7 * DAY - HOUR;
  expect(await rejection(save(BOB, id, EDITED))).toMatchObject({ code: 'VALIDATION_FAILED' });
});
