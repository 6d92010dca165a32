import { DEMO_SEASON, readArchive } from '@touchline/season-replay/archive/archive-reader';
import { checkSeason } from './check-season.ts';
import { type CheckCommand, readCommand } from './command-line.ts';
import { type ExpectedSquad, filterGameweeks, readExpected } from './expected.ts';
import { buildExpectations } from './recount.ts';

const since = performance.now();
const log = (text: string) =>
  console.log(`[${((performance.now() - since) / 1000).toFixed(1).padStart(6)} s] ${text}`);
const cancellation = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => cancellation.abort());

/** Number of squads and gameweeks of the demo season by default. */
const DEMO = { squads: 8, gameweeks: 3 };

async function main(): Promise<number> {
  const command = readCommand(process.argv.slice(2));
  const squads = await loadSquads(command);
  const count = squads.reduce((sum, squad) => sum + squad.gameweeks.length, 0);
  if (count === 0) throw new Error('the file has none of these gameweeks');
  log(`${squads.length} squads, ${count} gameweeks to compare`);
  const archiveDir = command.season?.archiveDir ?? DEMO_SEASON;
  const { passed, failed } = await checkSeason({ archiveDir, squads, log, signal: cancellation.signal });
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

async function loadSquads({ season, gameweeks }: CheckCommand): Promise<ExpectedSquad[]> {
  if (season !== null) return filterGameweeks(await readExpected(season.expectedFile), gameweeks);
  const { from, to } = gameweeks ?? { from: 1, to: DEMO.gameweeks };
  const range = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  return buildExpectations(await readArchive(DEMO_SEASON), DEMO.squads, range);
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(error);
    console.log('0 passed, 1 failed');
    process.exitCode = 1;
  },
);
