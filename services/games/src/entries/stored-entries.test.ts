import type { TestDatabase } from '@touchline/local-stack/testing';
import { type Database, openDatabase, query } from '@touchline/service-kit/data/database';
import { CAPTAIN, NUMBERS } from '@touchline/standings/lineup-bytes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertLineups, readLineups } from '../lineups/lineups.store.ts';
import { readEntries, readLaterLineups } from '../standings/load.store.ts';
import { createGamesDatabase } from '../testing/games-database.ts';
import { repeatJoin } from './enter.ts';
import {
  createRosterNumbers,
  findEntryByWallet,
  insertEntries,
  readEntriesByWallet,
} from './entries.store.ts';

const numberRosters = createRosterNumbers();
const GAME = '00000000-0000-4000-8000-000000000001';
/** Outbox event of each insert. */
const EVENT = { subject: 'test', payload: '{}', traceparent: null };
const AT = Date.UTC(2031, 7, 1, 12, 0, 0, 123);
const wallet = (n: number) => `0x${`${n}`.repeat(40)}`;
const idOf = (n: number) => `00000000-0000-4000-8000-00000000010${n}`;
const digest = (n: number) => `${n}a`.repeat(32);

/** Roster with feed ids of two bytes; the price of the first player varies. */
const roster = (price: number) =>
  Array.from({ length: 15 }, (_, place) => ({
    id: 40_001 + place,
    code: 900 + place,
    name: `Füll "Näme" ${place}`,
    web_name: `P'${place}`,
    team: 1,
    team_code: 3,
    position: 1 + (place % 4),
    price: place === 0 ? price : 4.5,
  }));
const COMMITMENT = Buffer.alloc(32, 7);
const ids = roster(0).map(({ id }) => id);
const lineup = (captain: number) => ({
  formation: '4-5-1' as const,
  field: ids.slice(0, 11),
  bench: ids.slice(11),
  bench_positions: [1, 2, 4, 4],
  captain_id: ids[captain]!,
  vice_captain_id: ids[10]!,
});
const team = (n: number, price: number) => ({
  entry: {
    id: idOf(n),
    game_id: GAME,
    ordinal: n,
    wallet_address: wallet(n),
    team_name: `Team ${n}`,
    entry_points: n,
    joined_at: AT + n,
    roster: roster(price),
    join_digest: digest(n),
    suspended: false,
    edits: 0,
    excluded: null,
  },
  sealed: {
    game_id: GAME,
    version: { participation_id: idOf(n), ordinal: n, gameweek: 1, number: 1, saved_at: AT + n },
    lineup: lineup(n),
    commitment: COMMITMENT,
  },
});
const later = (n: number, version: number, captain: number) => ({
  ...lineup(captain),
  commitment: COMMITMENT,
  game_id: GAME,
  game_version: version,
  entry_id: idOf(n),
  ordinal: n,
  number: 1,
  effective_gameweek: 2,
  saved_at: AT + 60_000 + version,
});

let database: TestDatabase;
let db: Database;

/** Shortens the digest to its stored prefix. */
const shortened = <E extends { join_digest: string }>(entry: E): E => ({
  ...entry,
  join_digest: entry.join_digest.slice(0, 12),
});

/** Reads an entry with its lineups. */
async function readStored(n: number) {
  const entry = await findEntryByWallet(db, GAME, wallet(n));
  return { entry, lineups: (await readLineups(db, [entry!.id])).get(entry!.id) };
}

const expected = (n: number, price: number, ...laters: ReturnType<typeof later>[]) => {
  const { entry, sealed } = team(n, price);
  const first = { ...sealed.lineup, saved_at: AT + n, effective_gameweek: 1 };
  const saved = ({
    game_id: _g,
    game_version: _v,
    entry_id: _i,
    ordinal: _o,
    number: _n,
    commitment: _c,
    ...row
  }: (typeof laters)[number]) => row;
  return { entry: shortened(entry), lineups: [first, ...laters.map(saved)] };
};

const enter = (...teams: ReturnType<typeof team>[]) =>
  db.transaction((trx) => insertEntries(trx, GAME, teams, EVENT, numberRosters));

/** Five entries, and later lineups of 1, 3 (two) and 2, at versions 3, 5, 6 and 10 of the game. */
beforeAll(async () => {
  database = await createGamesDatabase();
  db = openDatabase(database.url, 'games');
  await db.raw(`
    insert into seasons (season, seen_at) values ('2031', now());
    insert into games (id, season, game_type, name, description, entry_fee, first_gameweek, last_gameweek, start_time,
      end_time, status, created_at)
    values ('${GAME}', '2031', 'SEASON', 'Season', '', 5, 1, 38, now(), now(), 'UPCOMING', now());
  `);
  await enter(team(1, 5), team(2, 5.1));
  await db.transaction((trx) => insertLineups(trx, [later(1, 3, 4)]));
  await db.raw('update games set version = 3');
  await enter(team(3, 5.1));
  await db.transaction((trx) => insertLineups(trx, [later(3, 5, 6), later(2, 6, 7)]));
  await db.raw('update games set version = 6');
  await enter(team(4, 5.2), team(5, 5.3));
  await db.transaction((trx) => insertLineups(trx, [later(3, 10, 2)]));
});

afterAll(async () => {
  await db?.destroy();
  await database?.drop();
});

it('entries and lineups are read as they were written, and each player snapshot is stored once', async () => {
  expect(await Promise.all([1, 2, 3, 4, 5].map(readStored))).toEqual([
    expected(1, 5, later(1, 3, 4)),
    expected(2, 5.1, later(2, 6, 7)),
    expected(3, 5.1, later(3, 5, 6), later(3, 10, 2)),
    expected(4, 5.2),
    expected(5, 5.3),
  ]);
  expect((await readEntriesByWallet(db, wallet(4))).map(({ ordinal }) => ordinal)).toEqual([4]);
  expect(await query(db, 'select count(*) as n from roster_players')).toEqual([{ n: 18 }]);
});

it('a repeated join is told apart from a join with another team', async () => {
  await expect(enter(team(5, 5))).rejects.toThrow(/unique/);
  const repeated = (await findEntryByWallet(db, GAME, wallet(2)))!;
  expect(repeatJoin(repeated, digest(2))).toEqual({ state: 'JOINED', entry: repeated, created: false });
  expect(() => repeatJoin(repeated, digest(3))).toThrow('another team');
});

it('a load reads first lineups by entry and later ones by version', async () => {
  const captains = async (after: number) => {
    const found: number[] = [];
    for await (const batches of readEntries(db, GAME, after))
      for (const { lineup } of batches)
        for (let at = 0; at < lineup.length; at += 2 * NUMBERS)
          found.push(ids.indexOf(lineup.readUInt16BE(at + 2 * CAPTAIN)));
    return found;
  };
  expect(await captains(0)).toEqual([1, 2, 3, 4, 5]);
  expect(await captains(1)).toEqual([2, 3, 4, 5]);
  const savers = async (from: number, to: number) => {
    const found: number[] = [];
    for await (const { ordinal } of readLaterLineups(db, GAME, from, to))
      for (let at = 0; at < ordinal.length; at += 4) found.push(ordinal.readInt32BE(at));
    return found;
  };
  expect(await savers(-1, 10)).toEqual([1, 3, 2, 3]);
  expect(await savers(3, 9)).toEqual([3, 2]);
});

it('players of a join that is rolled back are stored again by the next one', async () => {
  const rolledBack = db.transaction(async (trx) => {
    await insertEntries(trx, GAME, [team(7, 77)], EVENT, numberRosters);
    throw new Error('rolled back');
  });
  await expect(rolledBack).rejects.toThrow('rolled back');
  await enter(team(7, 77));
  expect((await findEntryByWallet(db, GAME, wallet(7)))?.roster).toEqual(roster(77));
});
