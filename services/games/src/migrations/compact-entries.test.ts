import { createTestDatabase, type TestDatabase } from '@touchline/local-stack/testing';
import { type Database, openDatabase, query } from '@touchline/service-kit/database';
import { migrate } from '@touchline/service-kit/migrations';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { assertSameJoin } from '../entries/enter.ts';
import { findEntryByWallet, insertEntries, readEntriesByWallet } from '../entries/entries.store.ts';
import { CAPTAIN, NUMBERS } from '../lineups/lineup-bytes.ts';
import { insertLineups, readLineups } from '../lineups/lineups.store.ts';
import { migrations } from '../migrations.ts';
import { readFirstLineups, readLaterLineups } from '../standings/batches.store.ts';

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
    ...{ id: 40_001 + place, code: 900 + place, name: `Füll "Näme" ${place}`, web_name: `P'${place}` },
    ...{ team: 1, team_code: 3, position: 1 + (place % 4), price: place === 0 ? price : 4.5 },
  }));
const ids = roster(0).map(({ id }) => id);
const lineup = (captain: number) => ({
  ...{ formation: '4-5-1' as const, field: ids.slice(0, 11), bench: ids.slice(11) },
  ...{ bench_positions: [1, 2, 4, 4], captain_id: ids[captain]!, vice_captain_id: ids[10]! },
});
const team = (n: number, price: number) => ({
  entry: {
    ...{ id: idOf(n), game_id: GAME, wallet_address: wallet(n), team_name: `Team ${n}`, entry_points: n },
    ...{ joined_at: AT + n, roster: roster(price), join_digest: digest(n) },
    ...{ suspended: false, edits: 0, excluded: null },
  },
  lineup: { ...lineup(n), saved_at: AT + n, effective_gameweek: 1 },
});
const later = (n: number, version: number, captain: number) => ({
  ...{ ...lineup(captain), game_id: GAME, game_version: version, entry_id: idOf(n), ordinal: n },
  ...{ effective_gameweek: 2, saved_at: AT + 60_000 + version },
});

let database: TestDatabase;
let db: Database;

/** Inserts a team with the statement of the previous version. */
async function enterWithPreviousVersion(n: number, version: number, price: number): Promise<void> {
  const { entry, lineup } = team(n, price);
  await db.raw(
    `with new_entries as (
       insert into entries (id, game_id, ordinal, wallet_address, team_name, entry_points, joined_at, roster, join_digest)
       values (:id, :game_id, :n, :wallet_address, :team_name, :entry_points, :at, :roster, :join_digest))
     insert into lineups (game_id, game_version, entry_id, ordinal, effective_gameweek, saved_at, formation, field, bench,
       bench_positions, captain_id, vice_captain_id)
     values (:game_id, :version, :id, :n, 1, :at, :formation, :field, :bench, :bench_positions, :captain_id, :vice_captain_id)`,
    { ...lineup, ...entry, n, version, at: new Date(entry.joined_at), roster: JSON.stringify(entry.roster) },
  );
}

async function saveWithPreviousVersion(n: number, version: number, captain: number): Promise<void> {
  const { saved_at, ...row } = later(n, version, captain);
  await db('lineups').insert({ ...row, saved_at: new Date(saved_at) });
}

/** Reads all entries like the previous version. */
async function readWithPreviousVersion() {
  const [entries, lineups] = await Promise.all([
    query<{ join_digest: string }>(
      db,
      `select id, game_id, ordinal, wallet_address, team_name, entry_points, joined_at, roster, join_digest from entries
       order by ordinal`,
    ),
    query(
      db,
      `select game_version, entry_id, ordinal, effective_gameweek, saved_at, formation, field, bench, bench_positions,
         captain_id, vice_captain_id, encode(packed, 'hex') as packed from lineups order by game_version`,
    ),
  ]);
  return { entries, lineups };
}

/** Shortens the digest to its stored prefix. */
const shortened = <E extends { join_digest: string }>(entry: E): E => ({
  ...entry,
  join_digest: entry.join_digest.slice(0, 12),
});

/** Reads an entry like the current version. */
async function readWithCurrentVersion(n: number) {
  const entry = await findEntryByWallet(db, GAME, wallet(n));
  const { suspended: _s, edits: _e, excluded: _x, ...rest } = entry!;
  return { entry: shortened(rest), lineups: (await readLineups(db, [entry!.id])).get(entry!.id) };
}

const expected = (n: number, price: number, ...laters: ReturnType<typeof later>[]) => {
  const { entry, lineup } = team(n, price);
  const { suspended: _s, edits: _e, excluded: _x, ...rest } = entry;
  const saved = ({
    game_id: _g,
    game_version: _v,
    entry_id: _i,
    ordinal: _o,
    ...row
  }: (typeof laters)[number]) => row;
  return { entry: shortened({ ...rest, ordinal: n }), lineups: [lineup, ...laters.map(saved)] };
};

beforeAll(async () => {
  database = await createTestDatabase('games');
  db = openDatabase(database.url, 'games');
  const at = migrations.findIndex(({ name }) => name === '016-lean-entries');
  await migrate(db, migrations.slice(0, at));
  await db.raw(`
    insert into seasons (season, seen_at) values ('2031', now());
    insert into games (id, season, game_type, name, description, entry_fee, first_gameweek, last_gameweek, start_time,
      end_time, status, created_at)
    values ('${GAME}', '2031', 'SEASON', 'Season', '', 5, 1, 38, now(), now(), 'UPCOMING', now());
  `);
  await enterWithPreviousVersion(1, 1, 5);
  await saveWithPreviousVersion(1, 2, 4);
  await enterWithPreviousVersion(2, 3, 5.1);
  await db.raw('update games set participants = 2, version = 3');
  await migrate(db, migrations.slice(0, at + 1));
});

afterAll(async () => {
  await db?.destroy();
  await database?.drop();
});

it('the migration keeps entries and lineups, and stores each player snapshot once', async () => {
  expect(await readWithCurrentVersion(1)).toEqual(expected(1, 5, later(1, 2, 4)));
  expect(await readWithCurrentVersion(2)).toEqual(expected(2, 5.1));
  expect(await query(db, 'select count(*) as n from roster_players')).toEqual([{ n: 16 }]);
});

it('processes of the previous and the current version read what the other writes', async () => {
  await enterWithPreviousVersion(3, 4, 5.2);
  await saveWithPreviousVersion(3, 5, 6);
  await saveWithPreviousVersion(2, 6, 7);
  await db.raw('update games set participants = 3, version = 6');
  await db.transaction((trx) => insertEntries(trx, GAME, [team(4, 5.2), team(5, 5.3)], EVENT));
  // The previous version wrote whole digests.
  for (const n of [4, 5])
    await db.raw("update entries set digest = decode(?, 'hex') where ordinal = ?", [digest(n), n]);
  await db.transaction((trx) => insertLineups(trx, [later(5, 9, 3), later(3, 10, 2)]));

  expect(await readWithCurrentVersion(3)).toEqual(expected(3, 5.2, later(3, 5, 6), later(3, 10, 2)));
  expect(await readWithCurrentVersion(2)).toEqual(expected(2, 5.1, later(2, 6, 7)));
  expect(await readWithCurrentVersion(5)).toEqual(expected(5, 5.3, later(5, 9, 3)));
  expect((await readEntriesByWallet(db, wallet(4))).map(({ ordinal }) => ordinal)).toEqual([4]);

  const { entries, lineups } = await readWithPreviousVersion();
  expect(entries.map(shortened)).toEqual(
    [5, 5.1, 5.2, 5.2, 5.3].map((price, index) => expected(index + 1, price).entry),
  );
  const rows = [
    ...[team(1, 0), later(1, 2, 4), team(2, 0), team(3, 0), later(3, 5, 6), later(2, 6, 7)],
    ...[team(4, 0), team(5, 0), later(5, 9, 3), later(3, 10, 2)],
  ];
  expect(lineups).toEqual(
    rows.map((row, index) => {
      if (!('entry' in row))
        return expect.objectContaining({ ...withoutGame(row), packed: expect.stringMatching(/^9c41/) });
      const { id, entry_points } = row.entry;
      return expect.objectContaining({
        ...row.lineup,
        entry_id: id,
        ordinal: entry_points,
        game_version: index + 1,
      });
    }),
  );
});

const withoutGame = ({ game_id: _, ...row }: ReturnType<typeof later>) => row;

it('entries are still read and written after the wide columns are dropped and digests shortened', async () => {
  const before = await Promise.all([1, 2, 3, 4, 5].map(readWithCurrentVersion));
  await migrate(db, migrations);
  // A process of the version with the last steps has no cached query plans for the old columns.
  await db.destroy();
  db = openDatabase(database.url, 'games');
  expect(await Promise.all([1, 2, 3, 4, 5].map(readWithCurrentVersion))).toEqual(before);
  await db.transaction((trx) => insertEntries(trx, GAME, [team(6, 5)], EVENT));
  await db.transaction((trx) => insertLineups(trx, [later(6, 12, 1)]));
  expect(await readWithCurrentVersion(6)).toEqual(expected(6, 5, later(6, 12, 1)));
  await expect(db.transaction((trx) => insertEntries(trx, GAME, [team(6, 5)], EVENT))).rejects.toThrow(
    /unique/,
  );
  const repeated = (await findEntryByWallet(db, GAME, wallet(2)))!;
  expect(assertSameJoin(repeated, digest(2))).toBe(repeated);
  expect(() => assertSameJoin(repeated, digest(3))).toThrow('another team');
});

it('a load reads first lineups by entry and later ones by version', async () => {
  const captains = async (after: number, to: number) => {
    const found: number[] = [];
    for await (const { count, numbers } of readFirstLineups(db, GAME, after, to))
      for (let place = 0; place < count; place += 1)
        found.push(ids.indexOf(numbers[place * NUMBERS + CAPTAIN]!));
    return found;
  };
  expect(await captains(0, 20)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(await captains(1, 7)).toEqual([2, 3, 4]);
  const savers = async (from: number, to: number) => {
    const found: number[] = [];
    for await (const { ordinals } of readLaterLineups(db, GAME, from, to)) found.push(...ordinals);
    return found;
  };
  expect(await savers(-1, 10)).toEqual([1, 3, 2, 5, 3]);
  expect(await savers(2, 9)).toEqual([3, 2, 5]);
});

it('cached player numbers are not used after the database has reassigned them', async () => {
  await db.transaction((trx) => insertEntries(trx, GAME, [team(7, 5)], EVENT));
  await db.raw(`update roster_players set player = player || '{"price": 9}' where player ->> 'code' = '905'`);
  await db.transaction((trx) => insertEntries(trx, GAME, [team(8, 5)], EVENT));
  expect((await findEntryByWallet(db, GAME, wallet(8)))?.roster).toEqual(roster(5));
});
