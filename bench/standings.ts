import { gamePoints, teamsOf } from '@touchline/games/scoring/game-points';
import { runAtOnce } from '@touchline/games/scoring/pass';
import { scoreTeam } from '@touchline/games/scoring/team';
import { rank } from '@touchline/games/standings/ranking';
import { computeStandings, type Standings } from '@touchline/games/standings/standings';
import { compareStandings, rankStandings } from '@touchline/rules/testing/standings';
import { benchGame, benchSeason, NOW } from './data/standings.ts';

/** Processor time for one update of a game with a million entries. */
const LIMIT_MS = 150;
const ENTRIES = 1_000_000;
const ROUNDS = 15;
/** The readable rules would take minutes for all teams. */
const SAMPLE = 20_000;

const checks: { what: string; passed: boolean }[] = [];
const check = (what: string, passed: boolean) => checks.push({ what, passed });

console.log(`${ENTRIES.toLocaleString('en')} entries; processor ms, median (least) of ${ROUNDS}`);
const season = benchSeason();
for (const [who, staked] of [
  ['nobody has staked', 0],
  ['one in ten has staked', 0.1],
] as const)
  measure(who, benchGame(season, ENTRIES, staked));
for (const { what, passed } of checks) if (!passed) console.log(`failed: ${what}`);
const failed = checks.filter(({ passed }) => !passed).length;
console.log(`${checks.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

function measure(who: string, { game, season, table }: ReturnType<typeof benchGame>): void {
  const gameweek = season.gameweeks[0]!;
  console.log(`\n${who}`);
  timed('points of the gameweek', () => runAtOnce(gamePoints(season, gameweek, game, table)));
  const { median, last: standings } = timed('whole update: points, totals, ranks', () =>
    runAtOnce(computeStandings(game, season, table, NOW)),
  );
  check(`${who}: an update takes at most ${LIMIT_MS} ms`, median <= LIMIT_MS);
  const { earned, gross } = standings;
  timed('  of that, order and ranks', () =>
    runAtOnce(rank(earned, gross, ENTRIES, new Set(), table.workspace)),
  );
  const rows = Array.from(earned, (earned_thousandths, seat) => ({
    seat,
    earned_thousandths,
    gross: gross[seat]!,
  }));
  timed('a search in the names and wallets of all', () => runAtOnce(table.texts.search('team 99')));
  timed('peer: order alone by Array.sort', () => [...rows].sort(compareStandings), 5);
  check(`${who}: order and ranks are the peer's`, sameRanks(standings, rankStandings(rows)));
  const sample = Array.from({ length: SAMPLE }, (_, seat) => seat);
  const teams = runAtOnce(teamsOf(season, table, sample));
  const peer = timed(
    `peer: points by the readable rules, ${SAMPLE.toLocaleString('en')} teams`,
    () => [...teams.values()].map((team) => scoreTeam(season, gameweek, game, team)?.points),
    3,
  );
  check(
    `${who}: points are the peer's`,
    peer.last.every((points, seat) => points === standings.gameweekPoints[seat]),
  );
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
