import { lineupProof, lockRoots } from '@touchline/api/http/seals';
import { freePort } from '@touchline/local-stack/dependencies/ports';
import { LOCK_ROOT_DELAY_MS } from '@touchline/rules/missing-roots';
import { verifyLineup } from '@touchline/rules/verify-lineup';
import {
  createDedicatedClient,
  type Database,
  openDatabase,
  query,
} from '@touchline/service-kit/data/database';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { eventually } from '@touchline/service-kit/testing/waiting';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sha256 } from '../seals.ts';
import { DAY, MINUTE } from '../testing/feed-builders.ts';
import { createWalletClient, type GamesApp, startGamesApp, waitForFeed } from '../testing/games-app.ts';
import { createGamesProcess, type GamesProcess } from '../testing/games-process.ts';
import { setUpGamesSuite } from '../testing/games-suite.ts';
import { startWeekendSuite } from '../testing/weekend-suite.ts';

// Runs the built service: `npm run build` must run first, as in npm test.
const sunday = Math.floor(Date.now() / 1_000) * 1_000 - 5 * MINUTE;
const saturday = sunday - DAY;
/** The match of clubs 11 and 12 is moved by a day after its kick-off. */
const monday = sunday + DAY;
const MOVED_PLAYERS = [115, 125];
const GATES = 77;
const TIMEOUT_MS = 60_000;

const app = setUpGamesSuite((dependencies) => startWeekendSuite(dependencies, saturday - DAY));
let game: string;
/** Teams that saved a millisecond before the first kick-off, a millisecond after it, and never. */
const teams: string[] = [];
let db: Database;
let gates: ReturnType<typeof createDedicatedClient>;
let processes: [GamesProcess, GamesProcess];
let replica: GamesApp | undefined;

beforeAll(async () => {
  game = (await app.game('WEEKLY', 1)).id;
  for (const n of [1, 2, 3]) teams.push(await app.join(wallet(n), game));
  app.clock.now = saturday - 1;
  await app.save(wallet(1), teams[0]!, [[32, 62]]);
  app.clock.now = saturday + 1;
  await app.save(wallet(2), teams[1]!, [[138, 148]]);
  await app.stopService();
  db = openDatabase(app.databaseUrl, 'games');
  // Without a lease: the gates stay closed for as long as the test takes.
  gates = createDedicatedClient(db, { timeoutMs: TIMEOUT_MS, leaseMs: 0 });
  await gates.connect();
  await closeGates();
  const dependencies = { databaseUrl: app.databaseUrl, natsUrl: app.natsUrl, jwksUrl: app.tokens.jwksUrl };
  const open = async () => createGamesProcess({ ...dependencies, port: await freePort() });
  processes = [await open(), await open()];
});
afterAll(async () => {
  await Promise.all(processes?.map((each) => each.kill()) ?? []);
  await replica?.stopService();
  await gates?.end();
  await db?.destroy();
});

/** Makes the publication of each root wait for its gate: 1 for Saturday, 2 for Sunday. */
async function closeGates(): Promise<void> {
  await db.raw(`
    create function wait_for_gate() returns trigger language plpgsql as $$ begin
      perform pg_advisory_xact_lock(${GATES},
        case when new.locks_at = '${new Date(saturday).toISOString()}' then 1 else 2 end);
      return new;
    end $$;
    create trigger gate before insert on lock_roots for each row execute function wait_for_gate()`);
  await gates.query(`select pg_advisory_lock(${GATES}, 1), pg_advisory_lock(${GATES}, 2)`);
}

const openGate = (gate: number) => gates.query(`select pg_advisory_unlock(${GATES}, ${gate})`);

const WAITING = `from pg_locks where locktype = 'advisory' and classid = ${GATES} and not granted
  and database = (select oid from pg_database where datname = current_database())`;

const waitForGate = (gate: number) =>
  eventually(
    async () => expect(await query(db, `select ${WAITING} and objid = ?`, [gate])).toHaveLength(1),
    TIMEOUT_MS,
  );

/** Kills a process with its connections, as the loss of a machine does. */
async function crash(process: GamesProcess): Promise<void> {
  await process.kill();
  await db.raw(`select pg_terminate_backend(pid) ${WAITING}`);
  await eventually(async () => expect(await query(db, `select ${WAITING}`)).toEqual([]));
}

const readLocks = async () =>
  (
    await query<{ locks_at: number }>(db, 'select locks_at from lock_roots where game_id = ? order by 1', [
      game,
    ])
  ).map(({ locks_at }) => locks_at);
const waitForLocks = (...locks: number[]) =>
  eventually(async () => expect(await readLocks()).toEqual(locks), TIMEOUT_MS);

/** Reads roots and proofs as a guest, and verifies them. */
async function readPublished(url: string) {
  const client = createWalletClient(url, app.tokens, null);
  const { roots } = await client.request(lockRoots, { params: { id: game } });
  const proofs = await Promise.all(
    teams.map((id) => client.request(lineupProof, { params: { id }, query: {} })),
  );
  for (const proof of proofs) expect(verifyLineup(sha256, proof, roots, [])).toEqual([]);
  const opened = proofs.map(({ locks }) => locks.map(({ slots }) => slots.map(({ player }) => player)));
  return { roots, proofs, opened };
}

it('processes killed before and between publications lead to one root per kick-off, with each slot at its time', async () => {
  const [first, second] = processes;
  await first.start();
  await waitForGate(1);
  await second.start();
  await crash(first);
  expect(await readLocks()).toEqual([]);
  const moved = app.feed.fixtures.find(({ event, team_h }) => event === 1 && team_h === 11)!;
  moved.kickoff_time = new Date(monday).toISOString();
  await app.feed.publishFixtures();
  await waitForFeed(db, app.feed);

  await openGate(1);
  await waitForGate(2);
  expect(await readLocks()).toEqual([saturday]);
  await crash(second);
  expect(await readLocks()).toEqual([saturday]);
  await openGate(2);
  [replica] = await Promise.all([startGamesApp({ ...app, now: Date.now() }), first.start()]);
  await waitForLocks(saturday, sunday);

  const published = await readPublished(first.url);
  expect(await readPublished(replica.url)).toEqual(published);
  for (const [saturdays, sundays] of published.opened) {
    expect([saturdays!.length, sundays!.length]).toEqual([10, 13]);
    for (const player of MOVED_PLAYERS) expect(sundays).not.toContain(player);
  }
  const versions = published.proofs.map(({ locks }) => locks.map(({ version }) => version?.saved_at));
  const joined = versions[2]![0];
  expect(versions).toEqual([
    [saturday - 1, saturday - 1],
    [joined, saturday + 1],
    [joined, joined],
  ]);

  await first.kill();
  replica.clock.now = monday + LOCK_ROOT_DELAY_MS;
  await waitForLocks(saturday, sunday, monday);
  const { opened, roots } = await readPublished(replica.url);
  expect(opened.map((locks) => locks.map(({ length }) => length))).toEqual(teams.map(() => [10, 13, 15]));
  expect(roots.slice(0, 2)).toEqual(published.roots);
}, 180_000);
