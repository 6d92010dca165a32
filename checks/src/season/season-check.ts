import { sentence } from '@touchline/platform/error-sentence';
import type { Product } from '@touchline/platform/product';
import { readArchive } from '@touchline/replay/archive/archive-reader';
import { mismatches } from './compare.ts';
import type { ExpectedSquad } from './expected.ts';
import { joinAsManager, type Manager } from './manager.ts';
import { joinSeasonGame } from './season-game.ts';
import { seasonPlayer } from './season-player.ts';
import { seasonGame, withSeason } from './season-product.ts';
import { squadOf } from './season-team.ts';
import { waitFor } from './wait.ts';

export interface SeasonCheck {
  /** The season folder to play. */
  archiveDir: string;
  squads: ExpectedSquad[];
  say: (text: string) => void;
  signal?: AbortSignal;
}

export interface SeasonCheckResult {
  passed: number;
  failed: number;
}

/**
 * Plays a season through a product of its own: every squad joins the season game before gameweek 1, the replay
 * goes on phase by phase, and what the public API answers is compared with what is expected. Beside them one more team
 * plays the season game with another line-up in every gameweek.
 * @throws Error when the product does not start, refuses a squad or does not settle a gameweek in time.
 */
export async function checkSeason(check: SeasonCheck): Promise<SeasonCheckResult> {
  return withSeason(check, (product) => play(product, check));
}

async function play(
  product: Product,
  { archiveDir, squads, say, signal }: SeasonCheck,
): Promise<SeasonCheckResult> {
  const gameId = await seasonGame(product.url);
  const managers: Manager[] = [];
  for (const squad of squads) managers.push(await joinAsManager(product.url, gameId, squad));
  say(`${managers.length} squads have joined the season game`);

  const player = seasonPlayer(product.urls.feed, product.url, signal);
  const listed = squads.flatMap((squad) => squad.gameweeks.map((gameweek) => gameweek.gameweek));
  const last = Math.min(Math.max(...listed), await player.gameweeks());
  let passed = 0;
  let wrong = 0;
  try {
    const archive = await readArchive(archiveDir);
    const squad = squadOf(archive, squads[0]!);
    const team = await joinSeasonGame({ url: product.url, gameId, squad, gameweek: 1, signal });
    for (let gameweek = 1; gameweek <= last; gameweek++) {
      await team.edit(gameweek);
      await player.playGameweek(gameweek);
      const differences = await team.differences(gameweek);
      for (const difference of differences) say(`MISMATCH season game, gameweek ${gameweek}: ${difference}`);
      if (differences.length > 0) wrong++;
      const compared = await compareGameweek(managers, gameweek, say, signal);
      passed += compared.passed;
      say(`gameweek ${gameweek}: ${compared.passed + compared.failed} compared, ${compared.failed} failed`);
    }
    say(`season game: ${last} gameweeks with an edit before each, ${wrong} with other points than counted`);
  } catch (error) {
    // What could not be played has not passed; what was compared before stays told.
    say(`the season cannot go on: ${sentence(error)}`);
    wrong++;
  }
  return { passed, failed: listed.length - passed + wrong };
}

/** Waits until the gameweek is settled for every squad that the file lists it for, and compares. */
async function compareGameweek(
  managers: Manager[],
  gameweek: number,
  say: (text: string) => void,
  signal: AbortSignal | undefined,
): Promise<SeasonCheckResult> {
  const result = { passed: 0, failed: 0 };
  for (const { squad, gameweeks } of managers) {
    const expected = squad.gameweeks.find((one) => one.gameweek === gameweek);
    if (expected === undefined) continue;
    const answered = await waitFor(
      `gameweek ${gameweek} of squad ${squad.squad} is settled`,
      async () => {
        const found = (await gameweeks()).find((one) => one.gameweek === gameweek);
        return found?.settled === true ? found : null;
      },
      { signal },
    );
    const differences = mismatches(squad, expected, answered);
    for (const difference of differences)
      say(`MISMATCH squad ${squad.squad}, gameweek ${gameweek}: ${difference}`);
    if (differences.length === 0) result.passed++;
    else result.failed++;
  }
  return result;
}
