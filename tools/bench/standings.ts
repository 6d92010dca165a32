import { parseArgs } from 'node:util';
import { buildTeam, computeGamePoints } from '@touchline/games/scoring/game-points';
import { runToEnd } from '@touchline/games/scoring/pass';
import { scoreTeam } from '@touchline/games/scoring/team';
import { computeRanks } from '@touchline/games/standings/ranking';
import { computeStandings, type Standings } from '@touchline/games/standings/standings';
import { compareStandings, rankStandings } from '@touchline/rules/testing/standings';
import { measureRedis } from './baselines/redis.ts';
import { measureWindowFunction } from './baselines/window-function.ts';
import { buildGame, buildSeason, NOW } from './data/standings.ts';

/** npm run bench -- standings [--entries N]: one update of a large game, compared with Redis, Postgres and simple code. */
const { values } = parseArgs({ options: { entries: { type: 'string', default: '1000000' } } });
const ENTRIES = Number(values.entries);
/** CPU time of one update, per million entries. */
const LIMIT_MS = 150 * Math.max(1, ENTRIES / 1_000_000);
const ROUNDS = ENTRIES > 1_000_000 ? 5 : 15;
/** Teams scored by the reference implementation, which would take minutes for all. */
const SAMPLE = 20_000;

const checks: { what: string; passed: boolean }[] = [];
const check = (what: string, passed: boolean) => checks.push({ what, passed });

console.log(`${ENTRIES.toLocaleString('en')} entries; CPU time in ms, median (minimum) of ${ROUNDS}`);
const season = buildSeason();
for (const [name, staked] of [
  ['no wallet has staked', 0],
  ['one in ten wallets has staked', 0.1],
] as const)
  measure(name, buildGame(season, ENTRIES, staked));
await measureBaselines();
for (const { what, passed } of checks) if (!passed) console.log(`failed: ${what}`);
const failed = checks.filter(({ passed }) => !passed).length;
console.log(`${checks.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** Measures other ways to order the same number of entries, without computing points. */
async function measureBaselines(): Promise<void> {
  console.log('\nbaselines, CPU time of their servers');
  const { table } = buildGame(season, ENTRIES, 0);
  const redis = await measureRedis(table.settledEarned);
  const printRow = (what: string, ms: number) => console.log(`${ms.toFixed(1).padStart(9)}  ${what}`);
  if (redis) {
    printRow('Redis sorted set: insert all scores, read a page', redis.filled);
    printRow('Redis sorted set: change all scores, read a page', redis.updated);
  } else console.log('          Redis is not installed: apt-get install redis-server, or REDIS_SERVER=...');
  printRow('Postgres: rank() over a table of points', await measureWindowFunction(ENTRIES, 3));
}

function measure(name: string, { game, season, table }: ReturnType<typeof buildGame>): void {
  const gameweek = season.gameweeks[0]!;
  console.log(`\n${name}`);
  measureCpu('points of the gameweek', () => runToEnd(computeGamePoints(season, gameweek, game, table)));
  const { median, last: standings } = measureCpu('whole update: points, totals, ranks', () =>
    runToEnd(computeStandings(game, season, table, NOW)),
  );
  check(`${name}: an update takes at most ${LIMIT_MS} ms`, median <= LIMIT_MS);
  const { earned, gross } = standings;
  measureCpu('  order and ranks alone', () =>
    runToEnd(computeRanks(earned, gross, new Set(), table.workspace)),
  );
  measureCpu('search in all names and wallets', () => runToEnd(table.texts.search('team 99')));
  if (ENTRIES <= 1_000_000) compareWithObjects(name, standings);
  const teams = Array.from({ length: SAMPLE }, (_, seat) => buildTeam(season, table, seat));
  const baseline = measureCpu(
    `baseline: points by the reference implementation, ${SAMPLE.toLocaleString('en')} teams`,
    () => teams.map((team) => scoreTeam(season, gameweek, game, team)?.points),
    3,
  );
  check(
    `${name}: points equal the baseline's`,
    baseline.last.every((points, seat) => points === standings.gameweekPoints[seat]),
  );
}

/** Compares with rows as objects; more than a million of them do not fit into memory. */
function compareWithObjects(name: string, standings: Standings): void {
  const { earned, gross } = standings;
  const rows = Array.from(earned, (earned_thousandths, seat) => ({
    seat,
    earned_thousandths,
    gross: gross[seat]!,
  }));
  measureCpu('baseline: order alone by Array.sort', () => [...rows].sort(compareStandings), 3);
  check(`${name}: order and ranks equal the baseline's`, sameRanks(standings, rankStandings(rows)));
}

function sameRanks(
  { order, ranks }: Standings,
  expected: readonly { row: { seat: number }; rank: number }[],
): boolean {
  return expected.every(({ row, rank }, place) => order[place] === row.seat && ranks[row.seat] === rank);
}

/** Measures CPU time, because wall time depends on other load on the machine. */
function measureCpu<T>(what: string, work: () => T, rounds = ROUNDS): { median: number; last: T } {
  let last = work();
  const times = Array.from({ length: rounds }, () => {
    const before = process.cpuUsage();
    last = work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  }).sort((a, b) => a - b);
  const median = times[Math.floor(rounds / 2)]!;
  console.log(`${median.toFixed(1).padStart(9)} (${times[0]!.toFixed(1)})  ${what}`);
  return { median, last };
}
