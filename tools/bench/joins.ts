import { parseArgs } from 'node:util';
import type { Bootstrap } from '@touchline/api/http/fpl';
import { findEntry } from '@touchline/games/entries/entries.store';
import { unpackLineup } from '@touchline/games/lineups/lineup-bytes';
import { randomTeam } from '@touchline/local-stack/clients/random-team';
import { freePort } from '@touchline/local-stack/dependencies/ports';
import { openDatabase, query, queryOne } from '@touchline/service-kit/database';
import { startTokens } from '@touchline/service-kit/testing/tokens';
import { insertGame, insertSeason } from './data/insert-games.ts';
import { insertEntries } from './data/insert-entries.ts';
import { readFootballData } from './data/football.ts';
import { waitForLeaderboard } from './host/wait-for-leaderboard.ts';
import { startHost } from './host/games-host.ts';
import type { GamesService } from './host/games-service.ts';
import { postgresCpuMs, cpuMs } from './host/process-stats.ts';
import { measureEntrySize } from './joins/entry-size.ts';
import { type JoinResponse, type Join, buildRequest, sendJoins, WARM_UP_JOINS } from './joins/send-joins.ts';
import { openGame } from './joins/open-game.ts';
import { measureInserts, buildRow } from './joins/baseline.ts';
import { joinThroughGateway, formatFigures } from './joins/through-gateway.ts';

/** At the service, whatever the game's size. */
const LEAST_PER_SECOND = 5_000;
const MOST_P99_MS = 100;
/** Through the gateway and its check of the session. */
const LEAST_AT_GATEWAY = 2_000;
const CONNECTIONS = 128;
const KILLED = 3_000;

const { values } = parseArgs({
  options: {
    joins: { type: 'string', default: '20000' },
    entries: { type: 'string', default: '1000000' },
    'gateway-only': { type: 'boolean', default: false },
  },
});
const count = Number(values.joins);
const entries = Number(values.entries);

const log = (text: string) => console.log(`> ${text}`);
const host = await startHost('joins', { durable: true, connections: 16 });
const { db } = host;
const tokens = await startTokens();
const start = () => host.start(tokens);
const verdicts: boolean[] = [];
let made = 0;
let games: GamesService | undefined;
try {
  games = await start(); // makes the tables
  await games.stop();
  const now = Date.now();
  await insertSeason(db, now);
  const game = await insertGame(db, { type: 'WEEKLY', name: 'Gameweek 1', entries: 0, last: 1, now });
  const football = await readFootballData(db);
  if (!values['gateway-only']) await atService(game, football);
  const crowd = openDatabase(host.databaseUrl, 'games', { statementTimeoutMs: 0, connections: 1 });
  await insertEntries(crowd, game, entries, football, log).finally(() => crowd.destroy());
  if (!values['gateway-only']) {
    games = await start();
    await measure(`${entries.toLocaleString('en')} entries`, game, football, games);
    await games.stop();
  }
  await throughGateway(game, football);
  const passed = verdicts.filter(Boolean).length;
  console.log(`${passed} passed, ${verdicts.length - passed} failed`);
  process.exitCode = passed === verdicts.length ? 0 : 1;
} finally {
  await games?.stop();
  await tokens.stop();
  await host.stop();
}

/** What needs no large game. */
async function atService(game: string, football: Pick<Bootstrap, 'players'>): Promise<void> {
  games = await start();
  await measure('empty game', game, football, games);
  await killed(game, football);
  await peers(game);
  await games.stop();
}

/** Joins of so many new wallets. */
async function joinsOf(
  on: GamesService,
  game: string,
  football: Pick<Bootstrap, 'players'>,
  count: number,
): Promise<Join[]> {
  const teams = Array.from({ length: 200 }, (_, n) => randomTeam(football, `Team ${n}`));
  const joins: Join[] = [];
  for (let n = 0; n < count; n += 1) {
    const wallet = `0xaaaa${(++made).toString(16).padStart(36, '0')}`;
    const token = await tokens.accessToken(wallet);
    joins.push({
      wallet,
      request: buildRequest(on.url, `POST /api/games/${game}/join`, token, teams[n % teams.length]),
    });
  }
  return joins;
}

async function measure(
  what: string,
  game: string,
  football: Pick<Bootstrap, 'players'>,
  on: GamesService,
): Promise<void> {
  await waitForLeaderboard(on.url, game);
  await sendJoins(on.url, await joinsOf(on, game, football, WARM_UP_JOINS), CONNECTIONS);
  const joins = await joinsOf(on, game, football, count);
  log(await openGame(on, game, joins, tokens));
  const busy = [cpuMs(on.pid), postgresCpuMs(host.dataDir)];
  const before = performance.now();
  const answers = await sendJoins(on.url, joins, CONNECTIONS);
  const seconds = (performance.now() - before) / 1000;
  const spent = [cpuMs(on.pid) - busy[0]!, postgresCpuMs(host.dataDir) - busy[1]!];
  const wrong = joins.length - answers.filter(({ status }) => status === 201).length;
  const stored = await storedEntries(game);
  const lost = answers.filter(({ wallet, entry }) => entry !== null && stored.get(wallet)?.[0] !== entry);
  const perSecond = joins.length / seconds;
  const p99 = quantile(answers, 0.99);
  const us = spent.map((ms) => ((ms * 1000) / joins.length).toFixed(0));
  console.log(
    `${what}: ${perSecond.toFixed(0)} joins a second, p50 ${quantile(answers, 0.5).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, ` +
      `most ${quantile(answers, 1).toFixed(0)} ms; per join ${us[0]} us of a processor in games, ${us[1]} us in Postgres; ` +
      `${wrong} not answered with 201, ${lost.length} lost`,
  );
  verdict(`${what}: at least ${LEAST_PER_SECOND} a second`, perSecond >= LEAST_PER_SECOND);
  verdict(`${what}: p99 of at most ${MOST_P99_MS} ms`, p99 <= MOST_P99_MS);
  console.log(`${what}: ${await measureEntrySize(db)} bytes on disk for an entry with its first lineup`);
  verdict(`${what}: every join answered and stored`, wrong === 0 && lost.length === 0);
}

/** The same joins with a gateway in front, which has the sessions. */
async function throughGateway(game: string, football: Pick<Bootstrap, 'players'>): Promise<void> {
  const teams = Array.from({ length: 200 }, (_, n) => randomTeam(football, `Team ${n}`));
  const target = {
    ...{ game, teams, db, dataDir: host.dataDir },
    start: (jwksUrl: string, port: number) => host.start({ jwksUrl, port }),
  };
  const ports = [await freePort(), await freePort()] as const;
  const figures = await joinThroughGateway(target, { count, connections: CONNECTIONS, ports });
  console.log(`through the gateway: ${formatFigures(figures)}`);
  verdict(
    `through the gateway: at least ${LEAST_AT_GATEWAY} a second`,
    figures.perSecond >= LEAST_AT_GATEWAY,
  );
  verdict('through the gateway: every join answered and stored', figures.wrong === 0 && figures.lost === 0);
}

/** Kills the service while wallets join, starts it again and repeats every join. */
async function killed(game: string, football: Pick<Bootstrap, 'players'>): Promise<void> {
  const joins = await joinsOf(games!, game, football, KILLED);
  let ended: Promise<void> | undefined;
  const answers = await sendJoins(games!.url, joins, CONNECTIONS, (answered) => {
    if (answered > KILLED / 3) ended ??= games!.stop('SIGKILL');
  });
  await ended;
  games = await start();
  const host = new URL(games.url).host;
  const repeated = joins.map(({ wallet, request }) => ({
    wallet,
    request: Buffer.from(request.toString('latin1').replace(/Host: [^\r]+/, `Host: ${host}`), 'latin1'),
  }));
  const again: JoinResponse[] = [];
  // As browsers do, each repeats it until it is answered.
  for (let round = 0; round < 5 && again.length < KILLED; round += 1) {
    const done = new Set(again.map(({ wallet }) => wallet));
    const rest = repeated.filter(({ wallet }) => !done.has(wallet));
    const answered = await sendJoins(games.url, rest, CONNECTIONS);
    again.push(...answered.filter(({ status }) => status < 300));
  }
  const stored = await storedEntries(game);
  const right = [...answers, ...again].every(({ wallet, entry }) => entry === stored.get(wallet)?.[0]);
  const once = joins.every(({ wallet }) => stored.get(wallet)?.length === 1);
  console.log(
    `killed with -9 after ${answers.length} of ${KILLED} answers: ` +
      `${again.filter(({ status }) => status === 200).length} had joined, ` +
      `${again.filter(({ status }) => status === 201).length} joined when they repeated it`,
  );
  verdict('none lost or doubled under kill -9', right && once && again.length === KILLED);
}

async function peers(game: string): Promise<void> {
  const found = await queryOne<{ id: string; gameweek: number; lineup: Buffer }>(
    db,
    'select id, first_gameweek as gameweek, first_lineup as lineup from entries limit 1',
  );
  const entry = (await findEntry(db, found!.id))!;
  const row = {
    entry,
    lineup: {
      ...{ ...unpackLineup(found!.lineup), saved_at: entry.joined_at },
      effective_gameweek: found!.gameweek,
    },
  };
  const some = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => buildRow(row, from + n));
  const single = await measureInserts(db, game, some(0, 5_000), { perTransaction: 1, connections: 16 });
  const batched = await measureInserts(db, game, some(5_000, 20_000), {
    ...{ perTransaction: 250, connections: 2 },
  });
  console.log(
    `peers, SQL alone: ${single.toFixed(0)} a second one by one, ${batched.toFixed(0)} a second in batches of 250`,
  );
}

async function storedEntries(game: string): Promise<Map<string, string[]>> {
  const rows = await query<{ wallet: string; id: string }>(
    db,
    `select wallet_address as wallet, id from entries where game_id = ? and wallet_address like '0xaaa%'`,
    [game],
  );
  const stored = new Map<string, string[]>();
  for (const { wallet, id } of rows) stored.set(wallet, [...(stored.get(wallet) ?? []), id]);
  return stored;
}

function quantile(answers: readonly JoinResponse[], share: number): number {
  const sorted = answers.map(({ ms }) => ms).sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

function verdict(what: string, passed: boolean): void {
  verdicts.push(passed);
  if (!passed) console.log(`FAILED ${what}`);
}
