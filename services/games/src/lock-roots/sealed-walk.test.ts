import { leagueOwnership } from '@touchline/api/http/league-tables';
import { saveLineup } from '@touchline/api/http/lineups';
import { LOCK_ROOT_DELAY_MS } from '@touchline/rules/missing-roots';
import { type Database, openDatabase, queryOne } from '@touchline/service-kit/data/database';
import { createLog } from '@touchline/service-kit/process/log';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { eventually } from '@touchline/service-kit/testing/waiting';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildJoin, DAY, HOUR, TEAM } from '../testing/feed-builders.ts';
import { type GamesApp, startGamesApp } from '../testing/games-app.ts';
import { setUpGamesSuite } from '../testing/games-suite.ts';
import { createLeagueSteps } from '../testing/league-steps.ts';
import { addPointsSteps } from '../testing/points-suite.ts';
import { type Walked, walkAdministration, walkReads } from '../testing/walk-reads.ts';

const [ADMIN, OWNER, RIVAL, ALL_OTHERS, LATE_OTHERS] = [1, 2, 3, 4, 5].map((n) => wallet(n)) as [
  string,
  string,
  string,
  string,
  string,
];
const VISITORS = { guest: null, rival: RIVAL, admin: ADMIN };
const base = Date.parse('2031-08-15T12:00:00Z');
/** Clubs 1 to 10 play then, the others two hours later. */
const kickoff = base + DAY;
const EARLY = [10, 20, 32, 42, 52, 62, 72, 85, 95, 105];
const SECRETS = /Player\d|field_players|bench_players|captain_id|roster|"lineup"/;

const lines: string[] = [];
const messages: string[] = [];
const options = {
  now: base,
  seasonFee: '0',
  adminWallets: [ADMIN],
  log: createLog('games', 'trace', { destination: { write: (line) => void lines.push(line) } }),
};
const app = setUpGamesSuite(async (dependencies) => {
  const started = addPointsSteps(await startGamesApp({ ...dependencies, ...options }));
  // Teams with different players have different sums.
  for (const player of started.feed.players) player.total_points = player.id;
  started.feed.addGameweek(1, [kickoff]);
  started.feed.delayLateClubs(2 * HOUR);
  await started.feed.publishAll();
  await started.waitForFeed();
  return started;
});
const world = { game: '', team: '', league: '', code: '', owner: OWNER };

/** Everything that visitors read at one time. */
interface Read {
  responses: Walked;
  administration: Map<string, string>;
  owned: { player_id: number; captained: number }[];
}
/** Reads with the owner's team and with another one, before the first kick-off and between the two kick-offs. */
const read = {} as Record<'before' | 'beforeOther' | 'between' | 'betweenOther', Read>;
let db: Database;
let running: GamesApp | undefined;

beforeAll(async () => {
  db = openDatabase(app.databaseUrl, 'games');
  const nats = await app.feed.bus.connection();
  const subscription = nats.subscribe('>', {
    callback: (_, { subject, data }) => void messages.push(`${subject} ${Buffer.from(data).toString()}`),
  });
  world.game = (await app.game('WEEKLY', 1)).id;
  const season = (await app.game('SEASON')).id;
  const saver = await app.join(ALL_OTHERS, season, buildOther([]));
  await app.join(LATE_OTHERS, season, buildOther(EARLY));
  world.team = await app.join(OWNER, world.game);
  await app.join(RIVAL, world.game, buildOther([]));
  const steps = createLeagueSteps(app);
  const { id, code } = await steps.create(OWNER, world.game);
  Object.assign(world, { league: id, code });
  await steps.join(RIVAL, code);
  const { formation, field_players, bench_players } = buildOther([]);
  const body = { formation, field_players, bench_players, captain_id: 159 };
  await app.as(ALL_OTHERS).request(saveLineup, { params: { id: saver }, body });
  await app.stopService();
  const own = await readTeam(OWNER);
  read.before = await readWith(own, base, 0);
  subscription.unsubscribe();
  read.beforeOther = await readWith(await readTeam(ALL_OTHERS), base, 0);
  read.between = await readWith(own, kickoff + LOCK_ROOT_DELAY_MS, 1);
  read.betweenOther = await readWith(await readTeam(LATE_OTHERS), kickoff + LOCK_ROOT_DELAY_MS, 1);
}, 120_000);
afterAll(async () => {
  await running?.stopService();
  await db?.destroy();
});

/** Builds a legal team whose players are replaced by others of the same club and position, except for some. */
function buildOther(kept: readonly number[]) {
  const replace = (ids: readonly number[]) => ids.map((id) => (kept.includes(id) ? id : id + 1));
  const [field, bench] = [replace(TEAM.field), replace(TEAM.bench)];
  const [captain_id, vice_captain_id] = replace([138, 85]);
  const lineup = {
    field_players: field,
    bench_players: bench,
    captain_id: captain_id!,
    vice_captain_id: vice_captain_id!,
  };
  return buildJoin({ ...lineup, roster: [...field, ...bench] });
}

const COLUMNS = ['roster_numbers', 'first_lineup', 'first_commitment', 'entry_points'] as const;
type StoredTeam = Record<(typeof COLUMNS)[number], Buffer | number>;
const readTeam = async (who: string) =>
  (await queryOne<StoredTeam>(
    db,
    `select ${COLUMNS} from entries where wallet_address = ? order by ordinal limit 1`,
    [who],
  ))!;

/** Starts the service again with another team in the place of the owner's, and reads everything. */
async function readWith(team: StoredTeam, now: number, roots: number): Promise<Read> {
  await db('entries').where({ id: world.team }).update(team);
  await db.raw('delete from lock_roots');
  running = await startGamesApp({ ...app, ...options, now });
  const result = await readAll(running, roots);
  await running.stopService();
  running = undefined;
  return result;
}

/** @param roots number of lock roots that are due */
async function readAll(on: GamesApp, roots: number): Promise<Read> {
  const status = roots === 0 ? 'UPCOMING' : 'ACTIVE';
  await eventually(async () => {
    const sql = `select status, (select count(*)::int from lock_roots where game_id = games.id) as roots
      from games where id = ?`;
    expect(await queryOne(db, sql, [world.game])).toEqual({ status, roots });
  });
  return {
    responses: await walkReads(on, world, VISITORS),
    administration: await walkAdministration(on, world, ADMIN),
    owned: (await on.as(RIVAL).request(leagueOwnership, { params: { id: world.league } })).players,
  };
}

/** Hides hashes, which differ and reveal nothing, and the ETag of a response with hashes. */
const mask = ({ responses }: Read) =>
  Object.fromEntries(
    [...responses].map(([request, response]) => {
      const body = response.body.replace(/[0-9a-f]{64}|(?<="salt":")[0-9a-f]{32}/g, (hash) =>
        'x'.repeat(hash.length),
      );
      return [request, { ...response, body, etag: body === response.body ? response.etag : null }];
    }),
  );

it.each([
  ['before the first kick-off', 'before'],
  ['between two kick-offs', 'between'],
] as const)(
  '%s no response to a guest, a rival or an administrator depends on a sealed player, in body, size, ETag, header or work',
  (_, time) => {
    // The statements and the rows that they read stand for the time of a response, which a test cannot measure reliably.
    const [one, another] = [mask(read[time]), mask(read[`${time}Other`])];
    expect(another).toEqual(one);
    expect(Object.keys(one).length).toBeGreaterThan(90);
    const ok = Object.values(one).filter(({ status }) => status === 200).length;
    expect(ok).toBeGreaterThan(40);
    const statements = Object.values(one).flatMap((response) => response.statements);
    expect(statements.length).toBeGreaterThan(150);
    expect(statements.reduce((sum, { bytes }) => sum + bytes, 0)).toBeGreaterThan(30_000);
  },
);

it.each(['before', 'between'] as const)(
  '%s no reply to another service depends on a sealed player',
  (time) => {
    expect(read[`${time}Other`].administration).toEqual(read[time].administration);
    expect(read[time].administration.size).toBeGreaterThan(20);
  },
);

it('before the first kick-off no response to a guest has the name of a player', () => {
  for (const [request, { body }] of read.before.responses)
    if (request.startsWith('guest')) expect(body.replace(/search=\w+/, '')).not.toMatch(/Player\d/);
});

it('only the hash of a commitment differs between two teams in the proof of a rival', () => {
  const proof = `rival GET /games/participations/${world.team}/proof`;
  const [one, another] = [read.between, read.betweenOther].map(({ responses }) => responses.get(proof)!.body);
  expect(one).not.toEqual(another);
  expect(one!.length).toBe(another!.length);
});

it('no event and no line of the log has a player of a join or of a saved lineup', () => {
  // Replies to administrators are compared above.
  const events = messages.filter((message) => !message.startsWith('_INBOX') && message.includes(world.game));
  expect(events.length).toBeGreaterThan(0);
  for (const event of events) expect(event).not.toMatch(SECRETS);
  expect(lines.some((line) => line.includes('/games/participations/:id/formation'))).toBe(true);
  for (const line of lines) expect(line).not.toMatch(SECRETS);
});

it('ownership and captaincy are counted from open slots only', () => {
  expect(read.before.owned).toEqual([]);
  expect(read.betweenOther.owned).toEqual(read.between.owned);
  const players = read.between.owned.map(({ player_id }) => player_id).sort((a, b) => a - b);
  // The rival has the second players of the same clubs.
  expect(players).toEqual([...EARLY, ...EARLY.map((id) => id + 1)].sort((a, b) => a - b));
  expect(read.between.owned.every(({ captained }) => captained === 0)).toBe(true);
});
