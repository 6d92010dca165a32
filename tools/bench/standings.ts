import { computeGamePoints, buildTeam } from '@touchline/games/scoring/game-points';
import { runToEnd } from '@touchline/games/scoring/pass';
import { scoreTeam } from '@touchline/games/scoring/team';
import { computeRanks } from '@touchline/games/standings/ranking';
import { computeStandings, type Standings } from '@touchline/games/standings/standings';
import { compareStandings, rankStandings } from '@touchline/rules/testing/standings';
import { buildGame, buildSeason, NOW } from './data/standings.ts';
import { measureRedis } from './baselines/redis.ts';
import { measureWindowFunction } from './baselines/window-function.ts';

/** npm run bench -- standings [--entries N]: one update of a large game, beside what one would pick instead. */
const ENTRIES = Number(process.argv[process.argv.indexOf('--entries') + 1]) || 1_000_000;
/** Processor time for one update, by the million. */
const LIMIT_MS = 150 * Math.max(1, ENTRIES / 1_000_000);
const ROUNDS = ENTRIES > 1_000_000 ? 5 : 15;
/** The readable rules would take minutes for all teams. */
const SAMPLE = 20_000;

const checks: { what: string; passed: boolean }[] = [];
const check = (what: string, passed: boolean) => checks.push({ what, passed });

console.log(`${ENTRIES.toLocaleString('en')} entries; processor ms, median (least) of ${ROUNDS}`);
const season = buildSeason();
for (const [who, staked] of [
  ['nobody has staked', 0],
  ['one in ten has staked', 0.1],
] as const)
  measure(who, buildGame(season, ENTRIES, staked));
await peers();
for (const { what, passed } of checks) if (!passed) console.log(`failed: ${what}`);
const failed = checks.filter(({ passed }) => !passed).length;
console.log(`${checks.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** The order alone, without the points: of the same number of entries. */
async function peers(): Promise<void> {
  console.log('\npeers, the processor time of their servers');
  const { table } = buildGame(season, ENTRIES, 0);
  const redis = await measureRedis(table.settledEarned);
  const log = (what: string, ms: number) => console.log(`${ms.toFixed(1).padStart(9)}  ${what}`);
  if (redis) {
    log('Redis, a sorted set: filled, and a page', redis.filled);
    log('Redis: every score changed, and a page', redis.updated);
  } else
    console.log('          Redis is not installed here: apt-get install redis-server, or REDIS_SERVER=...');
  log('Postgres, rank() over a table of points', await measureWindowFunction(ENTRIES, 3));
}

function measure(who: string, { game, season, table }: ReturnType<typeof buildGame>): void {
  const gameweek = season.gameweeks[0]!;
  console.log(`\n${who}`);
  timed('points of the gameweek', () => runToEnd(computeGamePoints(season, gameweek, game, table)));
  const { median, last: standings } = timed('whole update: points, totals, ranks', () =>
    runToEnd(computeStandings(game, season, table, NOW)),
  );
  check(`${who}: an update takes at most ${LIMIT_MS} ms`, median <= LIMIT_MS);
  const { earned, gross } = standings;
  timed('  of that, order and ranks', () => runToEnd(computeRanks(earned, gross, new Set(), table.workspace)));
  timed('a search in the names and wallets of all', () => runToEnd(table.texts.search('team 99')));
  if (ENTRIES <= 1_000_000) compareWithObjects(who, standings);
  const teams = Array.from({ length: SAMPLE }, (_, seat) => buildTeam(season, table, seat));
  const peer = timed(
    `peer: points by the readable rules, ${SAMPLE.toLocaleString('en')} teams`,
    () => teams.map((team) => scoreTeam(season, gameweek, game, team)?.points),
    3,
  );
  check(
    `${who}: points are the peer's`,
    peer.last.every((points, seat) => points === standings.gameweekPoints[seat]),
  );
}

/** Rows as objects: more than a million of them do not fit. */
function compareWithObjects(who: string, standings: Standings): void {
  const { earned, gross } = standings;
  const rows = Array.from(earned, (earned_thousandths, seat) => ({
    seat,
    earned_thousandths,
    gross: gross[seat]!,
  }));
  timed('peer: order alone by Array.sort', () => [...rows].sort(compareStandings), 3);
  check(`${who}: order and ranks are the peer's`, sameRanks(standings, rankStandings(rows)));
}

function sameRanks(
  { order, ranks }: Standings,
  expected: readonly { row: { seat: number }; rank: number }[],
): boolean {
  return expected.every(({ row, rank }, place) => order[place] === row.seat && ranks[row.seat] === rank);
}

/** Measures processor time, as the machine may be busy. */
function timed<T>(what: string, work: () => T, rounds = ROUNDS): { median: number; last: T } {
  let last = work();
  const took = Array.from({ length: rounds }, () => {
    const before = process.cpuUsage();
    last = work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  }).sort((a, b) => a - b);
  const median = took[Math.floor(rounds / 2)]!;
  console.log(`${median.toFixed(1).padStart(9)} (${took[0]!.toFixed(1)})  ${what}`);
  return { median, last };
}
