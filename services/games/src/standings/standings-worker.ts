import { Worker } from 'node:worker_threads';
import type { Season } from '../football/season.ts';
import type { StoredGame } from '../games/game.ts';
import type { ScoredTable } from './entry-table.ts';
import { type Computed, findOpenGameweeks } from './standings.ts';

/** Computes standings in a worker thread over shared memory; the main thread keeps serving requests. */
export interface StandingsWorker {
  /**
   * Computes standings. Computations run one at a time, in the order of the calls. The table must not change until then.
   * @throws Error the error of the computation, or the reason why the thread has ended; the next call starts a new thread
   */
  compute(game: StoredGame, season: Season, table: ScoredTable, now: number): Promise<Computed>;
  /** Starts the thread before it is needed. */
  start(): void;
}

/** Message that starts a computation. */
export interface WorkerRequest {
  id: number;
  game: StoredGame;
  season: Season;
  table: Omit<ScoredTable, 'workspace'>;
  now: number;
}

export type WorkerResponse = { id: number } & (
  | { computed: Computed; error?: undefined }
  | { computed?: undefined; error: unknown }
);

/** Script of the built service. Tests that run from source use it too, because the thread does not take over Node's flags. */
const THREAD_URL = new URL('../../dist/standings/standings-worker-thread.js', import.meta.url);
/** A small young generation, so that wrappers of shared memory are collected early and release it. */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 4 };

interface PendingComputation {
  resolve(computed: Computed): void;
  reject(error: unknown): void;
}

/** @param script script of the thread */
export function createStandingsWorker(script = THREAD_URL): StandingsWorker {
  const pending = new Map<number, PendingComputation>();
  let thread: Worker | null = null;
  let lastId = 0;

  function start(): Worker {
    const started = new Worker(script, { resourceLimits: RESOURCE_LIMITS, execArgv: [] });
    started.unref();
    started.on('message', ({ id, computed, error }: WorkerResponse) => {
      const { resolve, reject } = pending.get(id)!;
      pending.delete(id);
      if (pending.size === 0) started.unref();
      if (computed) resolve(computed);
      else reject(error);
    });
    let reason: Error | undefined;
    started.on('error', (error) => {
      reason = error;
    });
    started.on('exit', (code) => {
      thread = null;
      for (const { reject } of pending.values())
        reject(reason ?? new Error(`standings worker exited with code ${code}`));
      pending.clear();
    });
    return started;
  }

  return {
    compute(game, season, table, now) {
      thread ??= start();
      lastId += 1;
      const id = lastId;
      const message: WorkerRequest = {
        id,
        game,
        season: pickScoredSeason(season, game, table, now),
        table: pickColumns(table),
        now,
      };
      thread.postMessage(message);
      thread.ref();
      return new Promise((resolve, reject) => pending.set(id, { resolve, reject }));
    },
    start() {
      thread ??= start();
    },
  };
}

/** Drops the fields of a season that the computation does not read: messages are copied. */
function pickScoredSeason(season: Season, game: StoredGame, table: ScoredTable, now: number): Season {
  const open = new Set(findOpenGameweeks(game, season, table, now).map(({ id }) => id));
  const scores = new Map([...season.scores].filter(([gameweek]) => open.has(gameweek)));
  return { ...season, clubs: new Map(), snapshots: new Map(), scores };
}

/** Picks the shared columns of a table; other fields, such as texts, would be copied. */
function pickColumns(table: ScoredTable): WorkerRequest['table'] {
  const { count, joinedAt, lineups, coefficients, unranked, adjustments } = table;
  const { settled, settledVersion, settledAverages, settledPoints, settledEarned } = table;
  const { lastSettled, previousRanks } = table;
  return {
    count,
    joinedAt,
    lineups,
    coefficients,
    unranked,
    adjustments,
    settled,
    settledVersion,
    settledAverages,
    settledPoints,
    settledEarned,
    lastSettled,
    previousRanks,
  };
}
