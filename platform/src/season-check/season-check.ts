import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@touchline/api/client';
import { listGames } from '@touchline/api/http/games';
import { type Product, startProduct } from '../product.ts';
import { DEFAULT_GAMEWEEK_MINUTES } from '../replay/replay.ts';
import { replayCalendar } from '../replay/season-calendar.ts';
import { mismatches } from './compare.ts';
import type { ExpectedSquad } from './expected.ts';
import { joinAsManager, type Manager } from './manager.ts';
import { seasonPlayer } from './season-player.ts';
import { waitFor } from './wait.ts';

export interface SeasonCheck {
  /** A season folder; the demo season when not given. */
  archiveDir?: string | undefined;
  squads: ExpectedSquad[];
  say: (text: string) => void;
  signal?: AbortSignal;
}

export interface SeasonCheckResult {
  passed: number;
  failed: number;
}

/** The relay asks the feed often, since the season is played in minutes. */
const POLLING = 0.1;

/**
 * Plays a season through a product of its own: every squad joins the season game before gameweek 1, the replay
 * goes on phase by phase, and what the public API answers is compared with what is expected.
 * @throws Error when the product does not start, refuses a squad or does not settle a gameweek in time.
 */
export async function checkSeason(check: SeasonCheck): Promise<SeasonCheckResult> {
  const home = await mkdtemp(join(tmpdir(), 'touchline-season-check-'));
  const polls = { poll_bootstrap_seconds: POLLING, poll_live_seconds: POLLING, poll_idle_seconds: POLLING };
  const calendar = { ...replayCalendar(DEFAULT_GAMEWEEK_MINUTES), ...polls };
  try {
    const product = await startProduct({
      home,
      replay: { archiveDir: check.archiveDir, fromGameweek: 1, paused: true },
      env: { games: { SEASON_ENTRY_FEE: '0' }, 'fpl-relay': { CALENDAR: JSON.stringify(calendar) } },
      say: check.say,
      ...(check.signal === undefined ? {} : { signal: check.signal }),
    });
    try {
      return await play(product, check);
    } finally {
      await product.stop();
    }
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

async function play(product: Product, { squads, say, signal }: SeasonCheck): Promise<SeasonCheckResult> {
  const gameId = await seasonGame(product.url);
  const managers: Manager[] = [];
  for (const squad of squads) managers.push(await joinAsManager(product.url, gameId, squad));
  say(`${managers.length} squads have joined the season game`);

  const player = seasonPlayer(product.urls.feed, product.url, signal);
  const listed = squads.flatMap((squad) => squad.gameweeks.map((gameweek) => gameweek.gameweek));
  const last = Math.min(Math.max(...listed), await player.gameweeks());
  const result = { passed: 0, failed: 0 };
  try {
    for (let gameweek = 1; gameweek <= last; gameweek++) {
      await player.playGameweek(gameweek);
      const { passed, failed } = await compareGameweek(managers, gameweek, say, signal);
      result.passed += passed;
      result.failed += failed;
      say(`gameweek ${gameweek}: ${passed + failed} compared, ${failed} failed`);
    }
  } catch (error) {
    // What could not be played has not passed; what was compared before stays told.
    say(`the season cannot go on: ${sentence(error)}`);
  }
  return { passed: result.passed, failed: listed.length - result.passed };
}

function sentence(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message} (${sentence(error.cause)})`;
}

async function seasonGame(url: string): Promise<string> {
  const client = createClient({ base: `${url}/api` });
  return waitFor('there is a season game to join', async () => {
    const { games } = await client.call(listGames, { query: { game_type: 'SEASON' } });
    return games.find((game) => game.status === 'UPCOMING' && Number(game.entry_fee) === 0)?.id ?? null;
  });
}

/** Waits until every squad's gameweek is settled and compares those that the file lists. */
async function compareGameweek(
  managers: Manager[],
  gameweek: number,
  say: (text: string) => void,
  signal: AbortSignal | undefined,
): Promise<SeasonCheckResult> {
  const result = { passed: 0, failed: 0 };
  for (const { squad, gameweeks } of managers) {
    const answered = await waitFor(
      `gameweek ${gameweek} of squad ${squad.squad} is settled`,
      async () => {
        const found = (await gameweeks()).find((one) => one.gameweek === gameweek);
        return found?.settled === true ? found : null;
      },
      { signal },
    );
    const expected = squad.gameweeks.find((one) => one.gameweek === gameweek);
    if (expected === undefined) continue;
    const differences = mismatches(squad, expected, answered);
    for (const difference of differences)
      say(`MISMATCH squad ${squad.squad}, gameweek ${gameweek}: ${difference}`);
    if (differences.length === 0) result.passed++;
    else result.failed++;
  }
  return result;
}
