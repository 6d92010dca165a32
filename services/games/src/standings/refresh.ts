import { setTimeout as sleep } from 'node:timers/promises';
import { standingsChanged } from '@touchline/api/events/games';
import type { Database } from '@touchline/service-kit/data/database';
import { writeOutbox } from '@touchline/service-kit/messaging/outbox';
import type { Log } from '@touchline/service-kit/process/log';
import type { CachedGame, GameStandings } from './cached-games.ts';

/**
 * Delay that batches changes which move no entry (new entries, saved lineups, fixtures). Each refresh queries the database, and
 * points that changed together with fixtures are stored right after them.
 */
const GATHER_MS = 300;
/** Pause after a computation, as a multiple of its duration, up to `MAX_PAUSE_MS`. Limits the CPU time of large games. */
const PAUSE_FACTOR = 5;
const MAX_PAUSE_MS = 700;
/** After this long without a computation, the next one is not followed by a pause: two goals may come close together. */
const COOLDOWN_MS = 3_000;

interface RefreshDeps {
  db: Database;
  log: Log;
}

/**
 * Refreshes a large game in the background, after its pauses, and publishes standings that are newer than the last published ones,
 * for clients that received those. Calls before the end share a promise. A change during the update starts another refresh.
 * `urgent` means that points may have changed; it skips the batching delay.
 */
export type Refresh = (gameId: string, game: CachedGame, urgent: boolean) => Promise<void>;

export function createRefresh(
  update: (gameId: string) => Promise<GameStandings>,
  { db, log }: RefreshDeps,
): Refresh {
  async function publish(gameId: string, game: CachedGame): Promise<void> {
    const { summary } = await update(gameId);
    if (summary === game.published) return;
    const changed = { game_id: gameId, gameweek: summary.gameweek, only_newcomers: game.onlyAppended };
    await db.transaction((trx) => writeOutbox(trx, standingsChanged, changed));
    game.published = summary;
  }

  /** Returns true if the game has changed since the start of the update. */
  async function run(gameId: string, game: CachedGame, hurry: AbortSignal): Promise<boolean> {
    if (!game.urgent) await pauseUntil(performance.now() + GATHER_MS, hurry);
    await pauseUntil(game.coolsDownUntil);
    game.urgent = false;
    const { changes } = game;
    await publish(gameId, game).catch((error: unknown) =>
      log.warn({ err: error }, 'standings update failed; the next request retries it'),
    );
    return game.changes !== changes;
  }

  const refresh: Refresh = (gameId, game, urgent) => {
    game.urgent ||= urgent;
    if (game.refresh) {
      if (urgent) game.refresh.hurry.abort();
      return game.refresh.done;
    }
    const hurry = new AbortController();
    const done = run(gameId, game, hurry.signal).then((changed) => {
      game.refresh = null;
      if (changed) void refresh(gameId, game, game.urgent);
    });
    game.refresh = { done, hurry };
    return done;
  };
  return refresh;
}

/**
 * Computes the end of the pause after a computation. Times are those of `performance.now()`.
 * @param previousEnd end of the previous pause
 */
export function computeCooldownEnd(
  { since, until }: { since: number; until: number },
  previousEnd: number,
): number {
  const idle = since - previousEnd > COOLDOWN_MS;
  return until + (idle ? 0 : Math.min((until - since) * PAUSE_FACTOR, MAX_PAUSE_MS));
}

/** Waits until a time of `performance.now()`, or a signal. */
async function pauseUntil(until: number, signal?: AbortSignal): Promise<void> {
  const pause = until - performance.now();
  if (pause > 0) await sleep(pause, undefined, { ref: false, signal }).catch(() => undefined);
}
