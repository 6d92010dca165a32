import { parentPort } from 'node:worker_threads';
import { LineupLog } from '../scoring/lineup-log.ts';
import { runAtOnce } from '../scoring/pass.ts';
import { Workspace } from '../scoring/workspace.ts';
import { CoefficientColumns } from './coefficient-columns.ts';
import type { Answered, Asked } from './computing.ts';
import { type Computed, computeColumns } from './standings.ts';

/** The thread that computes standings of large games, one after the other (`computing.ts`). */

const workspace = new Workspace();

parentPort!.on('message', ({ id, game, season, table, now }: Asked) => {
  try {
    const lineups = LineupLog.received(table.lineups);
    const coefficients = CoefficientColumns.received(table.coefficients);
    const pass = computeColumns(game, season, { ...table, lineups, coefficients, workspace }, now);
    answer({ id, computed: runAtOnce(pass) });
  } catch (error) {
    answer({ id, error });
  }
});

/** What was computed moves to the other thread: nothing is copied, and nothing of it stays here. */
function answer(answered: Answered): void {
  parentPort!.postMessage(answered, answered.computed ? columnsOf(answered.computed) : []);
}

function columnsOf({ previous: _shared, ...computed }: Computed): ArrayBuffer[] {
  const columns = Object.values(computed).filter((value) => ArrayBuffer.isView(value));
  return [...new Set(columns.map(({ buffer }) => buffer as ArrayBuffer))];
}
