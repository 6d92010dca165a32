import { lineupProof, lockRoots } from '@touchline/api/http/seals';
import { verifyLineup } from '@touchline/rules/verify-lineup';
import { openDatabase, query, queryOne } from '@touchline/service-kit/data/database';
import { eventually } from '@touchline/service-kit/testing/waiting';
import { expect, it } from 'vitest';
import { sha256 } from '../seals.ts';
import { setUpEntriesSuite } from '../testing/entries-suite.ts';
import { MINUTE, TEAM } from '../testing/feed-builders.ts';
import { publishRoots } from '../testing/publish-roots.ts';

const { app, edit, one } = setUpEntriesSuite();

it('a lineup that an administrator changes while its gameweek settles counts and is in the final root', async () => {
  const captain = TEAM.field[9];
  app.feed.score(1, captain, { points: 9 });
  await app.publishPoints(1);
  await app.endMatches(1);
  const first = await queryOne<{ id: string }>(
    app.db,
    'select id from games where first_gameweek = 1 order by id limit 1',
  );
  const last = await queryOne<{ id: string; game_id: string }>(
    app.db,
    'select id, game_id from entries order by game_id desc limit 1',
  );
  const params = { id: last!.id };
  const { captain_id: former } = await one(params.id);
  const db = openDatabase(app.databaseUrl, 'games');
  // Games settle in the order of their ids: the settlement has its time, and waits for the first one.
  const checked = await db.transaction(async (trx) => {
    await trx.raw('select from games where id = ? for update', [first!.id]);
    const checking = app.checkGameweek(1);
    await eventually(async () => {
      const waiting = await query<{ query: string }>(
        app.db,
        `select query from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        [],
      );
      expect(waiting.map((each) => each.query).join()).toContain('update games set version');
    });
    app.clock.now += MINUTE;
    await edit(params.id, { captain_id: captain });
    return { checking };
  });
  await checked.checking;
  await db.destroy();
  await publishRoots(app);

  const proof = await app.as(null).request(lineupProof, { params, query: {} });
  const { roots } = await app.as(null).request(lockRoots, { params: { id: last!.game_id } });
  // The proof shows what the administrator changed after the lock, and nothing else.
  expect(verifyLineup(sha256, proof, roots).map(({ text }) => text)).toEqual([
    `player ${former} was locked on the field as captain and is now on the field`,
    `player ${captain} was locked on the field and is now on the field as captain`,
  ]);
  const final = proof.locks.find((lock) => lock.final)!;
  expect(final.version).toMatchObject({ gameweek: 1, number: 2, saved_at: app.clock.now });
  expect(Date.parse(final.locks_at)).toBeLessThan(app.clock.now);
  expect(final.slots.find(({ armband }) => armband === 'captain')?.player).toBe(captain);
  const settled = await queryOne(
    app.db,
    'select points from entry_gameweeks join entries using (game_id, ordinal) where entries.id = ?',
    [params.id],
  );
  expect(settled).toEqual({ points: 10 * 2 + 2 * 9 });
});
