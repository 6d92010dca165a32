import { DEMO_SEASON, readArchive } from '@touchline/season-replay/archive/archive-reader';
import { checkSeason } from './check-season.ts';
import { type CheckCommand, readCommand, USAGE } from './command-line.ts';
import { type ExpectedSquad, readExpected, withGameweeks } from './expected.ts';
import { expectedFrom } from './recount.ts';

const since = performance.now();
const say = (text: string) =>
  console.log(`[${((performance.now() - since) / 1000).toFixed(1).padStart(6)} s] ${text}`);
const giveUp = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => giveUp.abort());

/** The part of the demo season that is played by default. */
const DEMO = { squads: 8, gameweeks: 3 };

async function main(): Promise<number> {
  const command = readCommand(process.argv.slice(2));
  if (command === 'help') {
    console.log(USAGE);
    return 0;
  }
  const squads = await squadsOf(command);
  const listed = squads.reduce((sum, squad) => sum + squad.gameweeks.length, 0);
  if (listed === 0) throw new Error('the file lists none of these gameweeks');
  say(`${squads.length} squads, ${listed} gameweeks to compare`);
  const archiveDir = command.season?.archiveDir ?? DEMO_SEASON;
  const { passed, failed } = await checkSeason({ archiveDir, squads, say, signal: giveUp.signal });
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

async function squadsOf({ season, gameweeks }: CheckCommand): Promise<ExpectedSquad[]> {
  if (season !== null) return withGameweeks(await readExpected(season.expectedFile), gameweeks);
  const { from, to } = gameweeks ?? { from: 1, to: DEMO.gameweeks };
  const asked = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  return expectedFrom(await readArchive(DEMO_SEASON), DEMO.squads, asked);
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
