import { DEFAULT_CALENDAR } from '@touchline/rules/calendar';
import { computeSignedRoot } from '@touchline/rules/verify-lineup';
import { type Database, openDatabase, query } from '@touchline/service-kit/data/database';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { countBlocked } from '@touchline/service-kit/testing/waiting';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSeasons } from '../football/seasons.ts';
import { createGameWrites } from '../games/game-writes.ts';
import { createSeals, sha256 } from '../seals.ts';
import { DAY, everyWeek, TEAM } from '../testing/feed-builders.ts';
import { setUpGamesSuite } from '../testing/games-suite.ts';
import { startPointsSuite } from '../testing/points-suite.ts';
import { buildReceipt, findReceipts } from './receipts.ts';
import { createLineupSaves, type SaveLineup } from './save-lineup.ts';
import { MAX_VERSIONS } from './validate-save.ts';

const base = Date.parse('2031-08-15T12:00:00Z');
const kickoff = base + DAY;
const app = setUpGamesSuite((dependencies) => startPointsSuite(dependencies, base, everyWeek(kickoff, 2)));
const ids: string[] = [];
let game: string;
let now = base;
const seals = createSeals('secret of the tests');
/** The pool of the saves, with time for a save that waits for a lock while a slow machine queues the others. */
let db: Database;
let saves: SaveLineup;

beforeAll(async () => {
  game = (await app.game('SEASON')).id;
  const joins = Array.from({ length: 20 }, async (_, index) => {
    ids[index] = await app.join(wallet(index), game);
  });
  await Promise.all(joins);
  db = openDatabase(app.databaseUrl, 'games', { statementTimeoutMs: 60_000 });
  const seasons = createSeasons(db, DEFAULT_CALENDAR);
  const writes = createGameWrites({ db, track: (_, transaction) => transaction() });
  saves = createLineupSaves({
    db,
    writes,
    seasons,
    seals,
    now: () => now,
  });
});
afterAll(() => db?.destroy());

/** Saves the lineup of `buildJoin` with another captain. Resolves to the saved captain, or to the code of the error. */
const save = (index: number, captain_id: number, changes: { effective_gameweek?: number } = {}) =>
  saves(ids[index]!, wallet(index), {
    formation: '3-4-3',
    field_players: [...TEAM.field],
    bench_players: [...TEAM.bench],
    captain_id,
    vice_captain_id: 85,
    ...changes,
  }).then(
    ({ lineup }) => lineup.captain_id,
    (error: { code?: string; message: string }) => error.code ?? error.message,
  );

/** Runs saves while another transaction locks the game and one save waits for it, so all of them share the next batch. */
async function runTogether<T>(startSaves: () => Promise<T>[]): Promise<T[]> {
  let results: Promise<T>[] = [];
  let first: unknown;
  await db.transaction(async (lock) => {
    await lock.raw('select from games where id = ? for update', [game]);
    first = save(19, 138); // unchanged
    await expect.poll(() => countBlocked(app.db)).toBe(1);
    results = startSaves();
    // Each save reads its entry before it queues. Once all have queued, only `lock` and the batch of `first` use a connection.
    await db.raw('select 1');
    const { pool } = db.client;
    await expect.poll(() => [pool.numPendingAcquires(), pool.numUsed()]).toEqual([0, 2]);
  });
  await first;
  return Promise.all(results);
}

/** Runs a function one millisecond later than the previous one. */
function runNext<T>(run: () => T): T {
  now += 1;
  return run();
}

interface Row {
  entry_id: string;
  captain_id: number;
  saved_at: number;
  game_version: number;
}

const readVersions = (index: number) =>
  query<Row>(
    app.db,
    `select entry_id, get_byte(lineup, 30) * 256 + get_byte(lineup, 31) as captain_id, saved_at, game_version
     from lineup_versions where entry_id = ? and effective_gameweek = 1
     order by game_version`,
    [ids[index]],
  );
const readCaptains = async (index: number) => (await readVersions(index)).map(({ captain_id }) => captain_id);
const readGameVersion = async () =>
  (await query<{ version: number }>(app.db, 'select version from games where id = ?', [game]))[0]!.version;
const { field } = TEAM;

it('API-27 saves that share a transaction get the same results as separate saves, in their order', async () => {
  const before = await readGameVersion();
  const results = await runTogether(() => [
    ...Array.from({ length: 12 }, (_, index) => save(index, 148)),
    // Two tabs of one owner; one of them repeats a save and then edits the next gameweek.
    ...[158, 148, 148, 158].map((captain) => runNext(() => save(12, captain))),
    save(12, 148, { effective_gameweek: 2 }),
    save(13, 138), // unchanged
    save(14, 62), // on the bench
    saves(ids[15]!, wallet(1), { formation: '3-4-3', field_players: [], bench_players: [] }).then(
      () => 'saved',
      ({ code }: { code: string }) => code,
    ),
  ]);
  expect(results).toEqual([
    ...Array.from({ length: 12 }, () => 148),
    158,
    148,
    148,
    158,
    148,
    138,
    'LINEUP_INVALID',
    'NOT_FOUND',
  ]);
  expect(await readCaptains(12)).toEqual([138, 158, 148, 158]);
  expect(await readCaptains(13)).toEqual([138]);
  const rows = await query<Row>(
    app.db,
    'select game_version from lineup_versions where game_id = ? and game_version > ? order by game_version',
    [game, before],
  );
  expect(rows.map(({ game_version }) => game_version)).toEqual(rows.map((_, index) => before + index + 1));
  expect(rows).toHaveLength(12 + 3 + 1);
  expect(await readGameVersion()).toBe(before + rows.length);
});

it('S8 the limit of versions applies within a batch', async () => {
  const turns = Array.from({ length: MAX_VERSIONS + 4 }, (_, turn) => (turn % 2 === 0 ? 148 : 138));
  const results = await runTogether(() => turns.map((captain) => runNext(() => save(16, captain))));
  const last = turns[MAX_VERSIONS - 2];
  // Only the last saved lineup can be repeated.
  expect(results).toEqual(
    turns.map((captain, turn) =>
      turn < MAX_VERSIONS - 1 || captain === last ? captain : 'TOO_MANY_CHANGES',
    ),
  );
  expect(await readVersions(16)).toHaveLength(MAX_VERSIONS);
});

it('a save that the database rejects does not fail the other saves in its batch', async () => {
  await app.db.raw(
    'alter table later_lineups add constraint poison check (get_byte(lineup, 31) <> 158) not valid',
  );
  const results = await runTogether(() =>
    [1, 2, 3, 4, 5].map((index) => save(index, index === 3 ? 158 : 95)),
  );
  await app.db.raw('alter table later_lineups drop constraint poison');
  expect(results.map((result) => (result === 95 ? result : 'rejected'))).toEqual([
    95,
    95,
    'rejected',
    95,
    95,
  ]);
  expect(results[2]).toBe('23514');
  expect((await readCaptains(3)).at(-1)).toBe(148);
  expect((await readCaptains(4)).at(-1)).toBe(95);
});

it('saves that share a transaction share a signature, and repeated saves return the same receipts', async () => {
  now += 1;
  const saveWithReceipt = async (index: number) => {
    const body = { formation: '3-4-3', captain_id: 158, vice_captain_id: 85 } as const;
    const players = { field_players: [...TEAM.field], bench_players: [...TEAM.bench] };
    const { entry, counted, signed } = await saves(ids[index]!, wallet(index), { ...body, ...players });
    return buildReceipt({ db: app.db, seals }, entry, counted, signed);
  };
  const indexes = [0, 1, 2, 3, 4];
  const receipts = await runTogether(() => indexes.map(saveWithReceipt));
  expect(new Set(receipts.map(({ signature }) => signature)).size).toBe(1);
  expect(receipts.map(({ batch }) => batch.path.length)).toEqual([3, 3, 3, 3, 3]);
  const [, payload] = receipts[0]!.signature.split('.');
  const { root } = JSON.parse(Buffer.from(payload!, 'base64url').toString());
  expect(receipts.map((receipt) => computeSignedRoot(sha256, receipt))).toEqual(indexes.map(() => root));
  expect(await Promise.all(indexes.map(saveWithReceipt))).toEqual(receipts);
  const found = await Promise.all(
    indexes.map((index) => findReceipts({ db: app.db, seals }, ids[index]!, wallet(index))),
  );
  expect(found.map((each) => each.find(({ version }) => version.gameweek === 1))).toEqual(receipts);
});

it('the time of each request decides which players are locked, also when a kick-off passes while it waits', async () => {
  const results = await runTogether(() => {
    now = base + 1_000;
    const before = [6, 7, 8].map((index) => save(index, field[0]!));
    now = kickoff - 1;
    const just = save(9, field[0]!);
    now = kickoff;
    const after = [save(10, field[0]!), save(6, 148), save(11, 148, { effective_gameweek: 2 })];
    return [...before, just, ...after];
  });
  expect(results).toEqual([
    ...Array.from({ length: 4 }, () => field[0]),
    'PLAYER_LOCKED',
    'PLAYER_LOCKED',
    148,
  ]);
  expect((await readVersions(7)).at(-1)).toMatchObject({ captain_id: field[0], saved_at: base + 1_000 });
  expect((await readVersions(9)).at(-1)).toMatchObject({ captain_id: field[0], saved_at: kickoff - 1 });
});
