import { waitUntil } from '@touchline/local-stack/dependencies/wait';
import { sentence } from '@touchline/local-stack/error-sentence';
import type { Product } from '@touchline/local-stack/product';
import { readArchive } from '@touchline/season-replay/archive/archive-reader';
import { findMismatches } from './compare.ts';
import type { ExpectedSquad } from './expected.ts';
import { findSquad } from './lineup-plan.ts';
import { joinAsManager, type Manager } from './manager.ts';
import { findSeasonGame, runWithSeason } from './product.ts';
import { createSeasonPlayer } from './replay-player.ts';
import { joinSeasonGame } from './season-game.ts';

export interface SeasonCheck {
  archiveDir: string;
  squads: ExpectedSquad[];
  log: (text: string) => void;
  signal?: AbortSignal;
}

export interface SeasonCheckResult {
  passed: number;
  failed: number;
}

/**
 * Plays a season through a product: every squad joins the season game before gameweek 1, the replay advances phase by
 * phase, and the public API is compared with the expectations. An additional team changes its lineup in every gameweek.
 * @throws Error when the product does not start or rejects a squad
 */
export async function checkSeason(check: SeasonCheck): Promise<SeasonCheckResult> {
  return runWithSeason(check, (product) => play(product, check));
}

async function play(
  product: Product,
  { archiveDir, squads, log, signal }: SeasonCheck,
): Promise<SeasonCheckResult> {
  const gameId = await findSeasonGame(product);
  const managers: Manager[] = [];
  for (const squad of squads) managers.push(await joinAsManager(product.url, gameId, squad));
  log(`${managers.length} squads joined the season game`);

  const player = createSeasonPlayer(product, signal);
  const expectedGameweeks = squads.flatMap((squad) => squad.gameweeks.map((gameweek) => gameweek.gameweek));
  const last = Math.min(Math.max(...expectedGameweeks), await player.gameweeks());
  let passed = 0;
  let wrong = 0;
  try {
    const archive = await readArchive(archiveDir);
    const squad = findSquad(archive, squads[0]!);
    const team = await joinSeasonGame({ url: product.url, gameId, squad, gameweek: 1, signal });
    for (let gameweek = 1; gameweek <= last; gameweek++) {
      await team.edit(gameweek);
      await player.playGameweek(gameweek);
      const differences = await team.differences(gameweek);
      for (const difference of differences) log(`MISMATCH season game, gameweek ${gameweek}: ${difference}`);
      if (differences.length > 0) wrong++;
      const compared = await compareGameweek(managers, gameweek, log, signal);
      passed += compared.passed;
      log(`gameweek ${gameweek}: ${compared.passed + compared.failed} compared, ${compared.failed} failed`);
    }
    log(`season game: ${last} gameweeks with an edit before each, ${wrong} with unexpected points`);
  } catch (error) {
    // Gameweeks that were not played count as failed.
    log(`season stopped: ${sentence(error)}`);
    wrong++;
  }
  return { passed, failed: expectedGameweeks.length - passed + wrong };
}

/** Waits until the gameweek is settled and compares it for every squad with an expectation. */
async function compareGameweek(
  managers: Manager[],
  gameweek: number,
  log: (text: string) => void,
  signal: AbortSignal | undefined,
): Promise<SeasonCheckResult> {
  const result = { passed: 0, failed: 0 };
  for (const { squad, gameweeks } of managers) {
    const expected = squad.gameweeks.find((one) => one.gameweek === gameweek);
    if (expected === undefined) continue;
    const settled = async () => (await gameweeks()).find((one) => one.gameweek === gameweek && one.settled);
    const actual = await waitUntil(settled, {
      what: `gameweek ${gameweek} of squad ${squad.squad} to be settled`,
      timeoutMs: 60_000,
      signal,
    });
    const differences = findMismatches(squad, expected, actual);
    for (const difference of differences)
      log(`MISMATCH squad ${squad.squad}, gameweek ${gameweek}: ${difference}`);
    if (differences.length === 0) result.passed++;
    else result.failed++;
  }
  return result;
}
