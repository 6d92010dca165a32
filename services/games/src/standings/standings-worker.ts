import { Worker } from 'node:worker_threads';
import type { Season } from '../football/season.ts';
import type { StoredGame } from '../games/game.ts';
import type { ScoredTable } from './entry-table.ts';
import { type Computed, findOpenGameweeks } from './standings.ts';

/** Computes standings on a thread of its own, which sees the columns of tables without a copy; the one that answers goes on. */
export interface Computing {
  /**
   * One after the other, in the order in which they are asked for. The table must not change until then.
   * @throws Error what the computation threw, or why the thread has ended; the next call starts another
   */
  compute(game: StoredGame, season: Season, table: ScoredTable, now: number): Promise<Computed>;
  /** Starts the thread before it is needed. */
  start(): void;
}

/** A computation as it is sent. */
export interface Asked {
  id: number;
  game: StoredGame;
  season: Season;
  table: Omit<ScoredTable, 'workspace'>;
  now: number;
}

export type Answered = { id: number } & (
  | { computed: Computed; error?: undefined }
  | { computed?: undefined; error: unknown }
);

/** Of the built service, also for tests that run its source; so the thread does not take their flags for Node. */
const THREAD = new URL('../../dist/standings/computing-thread.js', import.meta.url);
/** What it leaves to be collected is few megabytes; the wrappers among it keep memory that tables have left. */
const LIMITS = { maxYoungGenerationSizeMb: 4 };

interface Waiting {
  resolve(computed: Computed): void;
  reject(error: unknown): void;
}

/** @param script what the thread runs */
export function createComputing(script = THREAD): Computing {
  const waiting = new Map<number, Waiting>();
  let thread: Worker | null = null;
  let asked = 0;

  function start(): Worker {
    const started = new Worker(script, { resourceLimits: LIMITS, execArgv: [] });
    started.unref();
    started.on('message', ({ id, computed, error }: Answered) => {
      const { resolve, reject } = waiting.get(id)!;
      waiting.delete(id);
      if (waiting.size === 0) started.unref();
      if (computed) resolve(computed);
      else reject(error);
    });
    let reason: Error | undefined;
    started.on('error', (error) => {
      reason = error;
    });
    started.on('exit', (code) => {
      thread = null;
      for (const { reject } of waiting.values())
        reject(reason ?? new Error(`the thread that computes standings has ended with ${code}`));
      waiting.clear();
    });
    return started;
  }

  return {
    compute(game, season, table, now) {
      thread ??= start();
      asked += 1;
      const id = asked;
      const message: Asked = {
        id,
        game,
        season: scoredPart(season, game, table, now),
        table: sent(table),
        now,
      };
      thread.postMessage(message);
      thread.ref();
      return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
    },
    start() {
      thread ??= start();
    },
  };
}

/** Without what is not computed from: it would be copied. */
function scoredPart(season: Season, game: StoredGame, table: ScoredTable, now: number): Season {
  const open = new Set(findOpenGameweeks(game, season, table, now).map(({ id }) => id));
  const scores = new Map([...season.scores].filter(([gameweek]) => open.has(gameweek)));
  return { ...season, clubs: new Map(), snapshots: new Map(), scores };
}

/** A table is asked for by its columns alone; texts among them would be copied. */
function sent(table: ScoredTable): Asked['table'] {
  const { count, joinedAt, lineups, coefficients, unranked, adjustments } = table;
  const { settled, settledVersion, settledAverages, settledPoints, settledEarned } = table;
  const { lastSettled, previousRanks } = table;
  return {
    ...{ count, joinedAt, lineups, coefficients, unranked, adjustments },
    ...{ settled, settledVersion, settledAverages, settledPoints, settledEarned, lastSettled, previousRanks },
  };
}
