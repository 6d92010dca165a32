import { parentPort } from 'node:worker_threads';
import { LineupLog } from '../scoring/lineup-log.ts';
import { runToEnd } from '../scoring/pass.ts';
import { Workspace } from '../scoring/workspace.ts';
import { CoefficientColumns } from './coefficient-columns.ts';
import type { Answered, Asked } from './standings-worker.ts';
import type { ScoredTable } from './entry-table.ts';
import { collectAll } from './memory-release.ts';
import { type Computed, computeColumns } from './standings.ts';

/** The thread that computes standings of large games, one after the other (`computing.ts`). */

parentPort!.on('message', ({ id, game, season, table, now }: Asked) => {
  try {
    answer({ id, computed: runToEnd(computeColumns(game, season, received(table), now)) });
  } catch (error) {
    answer({ id, error });
  }
  collectAll();
});

/** What was sent is the same memory, without methods. */
function received(table: Asked['table']): ScoredTable {
  const lineups = LineupLog.fromMessage(table.lineups);
  const coefficients = CoefficientColumns.fromMessage(table.coefficients);
  // Of this computation alone: between two goals its columns would be a tenth of what a game takes.
  return { ...table, lineups, coefficients, workspace: new Workspace() };
}

/** What was computed moves to the other thread: nothing is copied, and nothing of it stays here. */
function answer(answered: Answered): void {
  parentPort!.postMessage(answered, answered.computed ? columnsOf(answered.computed) : []);
}

function columnsOf({ previous: _shared, ...computed }: Computed): ArrayBuffer[] {
  const columns = Object.values(computed).filter((value) => ArrayBuffer.isView(value));
  return [...new Set(columns.map(({ buffer }) => buffer as ArrayBuffer))];
}
