import { parentPort } from 'node:worker_threads';
import { LineupLog } from '../scoring/lineup-log.ts';
import { runToEnd } from '../scoring/pass.ts';
import { Workspace } from '../scoring/workspace.ts';
import { CoefficientColumns } from './coefficient-columns.ts';
import type { ScoredTable } from './entry-table.ts';
import { collectAll } from './memory-release.ts';
import { type Computed, computeColumns } from './standings.ts';
import type { WorkerRequest, WorkerResponse } from './standings-worker.ts';

/** Worker thread that computes the standings of large games, one at a time (`standings-worker.ts`). */

parentPort!.on('message', ({ id, game, season, table, now }: WorkerRequest) => {
  try {
    respond({ id, computed: runToEnd(computeColumns(game, season, toScoredTable(table), now)) });
  } catch (error) {
    respond({ id, error });
  }
  collectAll();
});

/** Restores methods on the table; its columns are shared memory. */
function toScoredTable(table: WorkerRequest['table']): ScoredTable {
  const lineups = LineupLog.fromMessage(table.lineups);
  const coefficients = CoefficientColumns.fromMessage(table.coefficients);
  // A new workspace per computation, so that its columns take no memory between two goals.
  return { ...table, lineups, coefficients, workspace: new Workspace() };
}

/** Transfers the computed columns to the other thread without a copy. */
function respond(response: WorkerResponse): void {
  parentPort!.postMessage(response, response.computed ? listTransferables(response.computed) : []);
}

function listTransferables({ previous: _shared, ...computed }: Computed): ArrayBuffer[] {
  const columns = Object.values(computed).filter((value) => ArrayBuffer.isView(value));
  return [...new Set(columns.map(({ buffer }) => buffer as ArrayBuffer))];
}
