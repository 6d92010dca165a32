import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '@touchline/service-kit/log';
import type { CachedGame } from './cached-games.ts';
import { onlyAppended } from './new-entries.ts';
import type { Standings } from './standings.ts';

/**
 * What moves nobody (newcomers, saved lineups, fixtures) is gathered for this long: each refresh of a large game asks the database,
 * and points that changed together with the fixtures are stored right after them, a little later on a busy machine.
 */
const GATHER_MS = 300;
/** A large game is computed for a part of the time at most, and again after this pause at the latest. */
const PAUSE_FACTOR = 5;
const MAX_PAUSE_MS = 700;
/** After this long without a computation, two may follow each other: a goal may come half a second after another kick-off. */
const COOLDOWN_MS = 3_000;

interface RefreshDeps {
  log: Log;
  /** Told of new standings, which readers may have missed: they do not wait for them. */
  onRefreshed?: (standings: Standings, onlyNewEntries: boolean) => Promise<void>;
}

/**
 * Brings a large game up to date behind its readers, after its pauses; who calls before it has ended gets the same promise.
 * `urgent`: points may have moved, which waits for no newcomers.
 */
export type Refresh = (gameId: string, game: CachedGame, urgent: boolean) => Promise<void>;

export function createRefresh(
  update: (gameId: string) => Promise<Standings>,
  { log, onRefreshed }: RefreshDeps,
): Refresh {
  async function run(gameId: string, game: CachedGame, hurry: AbortSignal): Promise<void> {
    if (!game.urgent) await pauseUntil(performance.now() + GATHER_MS, hurry);
    await pauseUntil(game.coolsDownUntil);
    game.urgent = false;
    const before = game.standings;
    const after = await update(gameId);
    if (after !== before) await onRefreshed?.(after, before !== null && onlyAppended(before, after));
  }

  const refresh: Refresh = (gameId, game, urgent) => {
    game.urgent ||= urgent;
    if (game.refresh) {
      if (urgent) game.refresh.hurry.abort();
      return game.refresh.done;
    }
    const hurry = new AbortController();
    const done = run(gameId, game, hurry.signal)
      .catch((error: unknown) => log.warn({ err: error }, 'standings not updated'))
      .then(() => {
        game.refresh = null;
        // What came while the database was being asked.
        if (game.urgent) void refresh(gameId, game, true);
      });
    game.refresh = { done, hurry };
    return done;
  };
  return refresh;
}

/**
 * The end of the pause after a computation; moments of `performance.now()`.
 * @param previousEnd the end of the pause before it
 */
export function computeCooldownEnd({ since, until }: { since: number; until: number }, previousEnd: number): number {
  const idle = since - previousEnd > COOLDOWN_MS;
  return until + (idle ? 0 : Math.min((until - since) * PAUSE_FACTOR, MAX_PAUSE_MS));
}

/** Until a moment of `performance.now()`, or a signal. */
async function pauseUntil(until: number, signal?: AbortSignal): Promise<void> {
  const pause = until - performance.now();
  if (pause > 0) await sleep(pause, undefined, { ref: false, signal }).catch(() => undefined);
}
