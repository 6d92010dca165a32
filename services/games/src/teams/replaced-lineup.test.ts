import { getParticipation } from '@touchline/api/http/entries';
import { type SaveLineupBody, saveLineup } from '@touchline/api/http/lineups';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { rejection } from '@touchline/service-kit/testing/waiting';
import { expect, it } from 'vitest';
import { DAY, everyWeek, HOUR, TEAM } from '../testing/feed-builders.ts';
import { setUpGamesSuite } from '../testing/games-suite.ts';
import { startPointsSuite } from '../testing/points-suite.ts';

const base = Date.parse('2031-08-15T12:00:00Z');
const first = base + DAY;
const [ALICE, BOB, CAROL] = [wallet(11), wallet(12), wallet(13)];
const app = setUpGamesSuite((dependencies) => startPointsSuite(dependencies, base, everyWeek(first, 3)));

const SAVED = {
  formation: '3-4-3' as const,
  field_players: [...TEAM.field],
  bench_players: [...TEAM.bench],
  captain_id: 138,
  vice_captain_id: 85,
};
/** Edited without a connection, for gameweek 1 and in place of SAVED. */
const EDITED = { ...SAVED, captain_id: 148, effective_gameweek: 1, replaces: SAVED };

const save = (who: string, id: string, body: SaveLineupBody) =>
  app.as(who).request(saveLineup, { params: { id }, body });

it('a lineup that was edited without a connection replaces only the lineup that was edited', async () => {
  const id = await app.join(ALICE, (await app.game('WEEKLY', 1)).id);
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
  const first = await app.join(ALICE, game);
  await save(ALICE, first, next);
  await save(ALICE, first, EDITED);
  const { participation } = await app.as(ALICE).request(getParticipation, { params: { id: first } });
  expect([participation.captain_id, participation.next_lineup?.captain_id]).toEqual([148, 148]);
  const second = await app.join(CAROL, game);
  await save(CAROL, second, EDITED);
  expect(await rejection(save(CAROL, second, next))).toMatchObject({ code: 'STALE' });
});

it('a lineup that was edited without a connection never applies to a later gameweek', async () => {
  const id = await app.join(BOB, (await app.game('SEASON')).id);
  app.clock.now = first + 7 * DAY - HOUR;
  expect(await rejection(save(BOB, id, EDITED))).toMatchObject({ code: 'VALIDATION_FAILED' });
});
