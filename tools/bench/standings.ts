import { parseArgs } from 'node:util';
import { scoreTeam } from '@touchline/rules/team';
import { compareStandings, rankStandings } from '@touchline/rules/testing/standings';
import { createStandingsEngine } from '@touchline/standings/engine';
import type { Row, Standings } from '@touchline/standings/standings';
import { createInlineThread } from '@touchline/standings/thread';
import { measureRedis } from './baselines/redis.ts';
import { measureWindowFunction } from './baselines/window-function.ts';
import { buildSeason, fillGame, GAME, NOW, SAMPLE } from './data/standings.ts';
import { createLimits } from './figures/limits.ts';
import { median } from './figures/statistics.ts';

/** npm run bench -- standings [--entries N]: one update of a large game, compared with Redis, Postgres and simple code. */
const { values } = parseArgs({ options: { entries: { type: 'string', default: '1000000' } } });
const ENTRIES = Number(values.entries);
/** CPU time of one update, per million entries. */
const LIMIT_MS = 150 * Math.max(1, ENTRIES / 1_000_000);
const ROUNDS = ENTRIES > 1_000_000 ? 5 : 15;

const limits = createLimits();
console.log(`${ENTRIES.toLocaleString('en')} entries; CPU time in ms, median (minimum) of ${ROUNDS}`);
const season = buildSeason();
const moment = { season, game: GAME, now: NOW };
await measure('no wallet has staked', 0);
const rows = await measure('one in ten wallets has staked', 0.1);
await measureBaselines(Int32Array.from(rows, ({ earned }) => earned));
limits.close();

/** Measures other ways to order the same number of entries, without computing points. */
async function measureBaselines(earned: Int32Array): Promise<void> {
  console.log('\nbaselines, CPU time of their servers');
  const redis = await measureRedis(earned);
  const printRow = (what: string, ms: number) => console.log(`${ms.toFixed(1).padStart(9)}  ${what}`);
  if (redis) {
    printRow('Redis sorted set: insert all scores, read a page', redis.filled);
    printRow('Redis sorted set: change all scores, read a page', redis.updated);
  } else console.log('          Redis is not installed: apt-get install redis-server, or REDIS_SERVER=...');
  printRow('Postgres: rank() over a table of points', await measureWindowFunction(ENTRIES, 3));
}

/** @returns rows in the order of the standings, up to a million */
async function measure(name: string, staked: number): Promise<readonly Ranked[]> {
  console.log(`\n${name}`);
  const standings = createStandingsEngine(createInlineThread()).create();
  const sample = fillGame(standings, season, ENTRIES, staked);
  const update = await measureCpu('whole update: points, totals, ranks', () => standings.compute(moment));
  limits.check(`${name}: update`, update.ms, { max: LIMIT_MS }, 'ms');
  const page = { sort: 'rank', order: 'asc', from: 0, limit: 50 } as const;
  let searches = 0;
  await measureCpu('search in all names and wallets', () => {
    searches += 1; // results are cached
    return standings.list({ ...page, search: `team ${searches}` });
  });
  const rows = await readRanked(standings);
  if (ENTRIES <= 1_000_000) await compareWithObjects(name, rows);
  const baseline = await measureCpu(
    `baseline: points by the reference implementation, ${SAMPLE.toLocaleString('en')} teams`,
    () => sample.map(({ lineup }) => scoreWithRules(lineup)),
    3,
  );
  limits.require(
    `${name}: points equal the baseline's`,
    sample.every(({ wallet }, index) => standings.row(wallet)?.gameweek_points === baseline.last[index]),
  );
  return rows;
}

type Ranked = Pick<Row, 'ordinal' | 'rank' | 'earned' | 'points'>;

/** Reads up to a million rows in pages, because whole rows need much more memory. */
async function readRanked(standings: Standings): Promise<Ranked[]> {
  const ranked: Ranked[] = [];
  const limit = 10_000;
  for (let from = 0; from < Math.min(ENTRIES, 1_000_000); from += limit) {
    const { rows } = await standings.list({ sort: 'rank', order: 'asc', from, limit });
    for (const { ordinal, rank, earned, points } of rows) ranked.push({ ordinal, rank, earned, points });
  }
  return ranked;
}

function scoreWithRules(lineup: Omit<Row['lineup'], 'saved_at'>): number | undefined {
  const roster = [...lineup.field, ...lineup.bench].map((id) => {
    const { team, position } = season.players.get(id)!;
    return { id, team, position };
  });
  const team = { joined_at: 0, roster, lineups: [{ ...lineup, saved_at: 0 }] };
  return scoreTeam(season, season.gameweeks[0]!, GAME, team)?.points;
}

/** Compares with rows as objects; more than a million of them do not fit into memory. */
async function compareWithObjects(name: string, ranked: readonly Ranked[]): Promise<void> {
  const rows = ranked
    .toSorted((a, b) => a.ordinal - b.ordinal)
    .map(({ ordinal, earned, points }) => ({ ordinal, earned_thousandths: earned, gross: points }));
  await measureCpu('baseline: order alone by Array.sort', () => [...rows].sort(compareStandings), 3);
  const expected = rankStandings(rows);
  const same = ranked.every(
    ({ ordinal, rank }, place) => expected[place]!.row.ordinal === ordinal && expected[place]!.rank === rank,
  );
  limits.require(`${name}: order and ranks equal the baseline's`, same);
}

/** Measures CPU time, because wall time depends on other load on the machine. */
async function measureCpu<T>(
  what: string,
  work: () => T | Promise<T>,
  rounds = ROUNDS,
): Promise<{ ms: number; last: T }> {
  let last = await work();
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = process.cpuUsage();
    last = await work();
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000);
  }
  const ms = median(times);
  console.log(`${ms.toFixed(1).padStart(9)} (${Math.min(...times).toFixed(1)})  ${what}`);
  return { ms, last };
}
