import { DEMO_SEASON, readArchive } from '@touchline/season-replay/archive/archive-reader';
import { log, runScenario } from '../run-command.ts';
import { checkSeason } from './check-season.ts';
import { type CheckCommand, readCommand } from './command-line.ts';
import { type ExpectedSquad, filterGameweeks, readExpected } from './expected.ts';
import { buildExpectations } from './recount.ts';

/** Number of squads and gameweeks of the demo season by default. */
const DEMO = { squads: 8, gameweeks: 3 };

runScenario(async (signal) => {
  const command = readCommand(process.argv.slice(2));
  const squads = await loadSquads(command);
  const count = squads.reduce((sum, squad) => sum + squad.gameweeks.length, 0);
  if (count === 0) throw new Error('the file has none of these gameweeks');
  log(`${squads.length} squads, ${count} gameweeks to compare`);
  const archiveDir = command.season?.archiveDir ?? DEMO_SEASON;
  return checkSeason({ archiveDir, squads, log, signal });
});

async function loadSquads({ season, gameweeks }: CheckCommand): Promise<ExpectedSquad[]> {
  if (season !== null) return filterGameweeks(await readExpected(season.expectedFile), gameweeks);
  const { from, to } = gameweeks ?? { from: 1, to: DEMO.gameweeks };
  const range = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  return buildExpectations(await readArchive(DEMO_SEASON), DEMO.squads, range);
}
