import type { SeasonGameweek } from '@touchline/rules/season';
import { Workspace } from './columns/workspace.ts';
import { computeStandings, type Result, type ResultColumns } from './compute.ts';
import { createLister } from './list.ts';
import { rankMembers } from './members.ts';
import type { Section } from './section.ts';
import { computeFinalPoints, type FinalColumns } from './settle.ts';
import type { ListQuery, ListResult, MemberQuery, MemberRanks, Moment } from './standings.ts';
import { restoreTable, type Table } from './table.ts';

/** Tasks of the worker thread: inputs and outputs that can be sent as messages; columns are shared memory. */
export interface Tasks {
  compute: {
    input: { table: Table; moment: Moment; into: ResultColumns; before: Result | null };
    output: Result;
  };
  settle: {
    input: { table: Table; moment: Moment; gameweeks: readonly SeasonGameweek[] };
    output: FinalColumns[];
  };
  list: { input: { sections: readonly Section[]; query: ListQuery }; output: ListResult };
  members: { input: { section: Section; query: MemberQuery }; output: MemberRanks };
}

export type RunTask = <K extends keyof Tasks>(kind: K, input: Tasks[K]['input']) => Tasks[K]['output'];

/** Creates the function that runs the tasks of a thread. */
export function createTaskRunner(): RunTask {
  const workspace = new Workspace();
  const list = createLister();
  const run: { [K in keyof Tasks]: (input: Tasks[K]['input']) => Tasks[K]['output'] } = {
    compute: ({ table, moment, into, before }) =>
      computeStandings(restoreTable(table), moment, into, before, workspace),
    settle: ({ table, moment, gameweeks }) => computeFinalPoints(restoreTable(table), moment, gameweeks),
    list: ({ sections, query }) =>
      list(
        sections.map((section) => ({ ...section, table: restoreTable(section.table) })),
        query,
      ),
    members: ({ section, query }) => rankMembers({ ...section, table: restoreTable(section.table) }, query),
  };
  return (kind, input) => run[kind](input);
}
