import type { SeasonGameweek } from '@touchline/rules/season';
import { Workspace } from './columns/workspace.ts';
import { computeStandings, type Result, type ResultColumns } from './compute.ts';
import { createLister } from './list.ts';
import { rankMembers } from './members.ts';
import type { Section } from './section.ts';
import { computeFinalPoints } from './settle.ts';
import type { ListQuery, MemberQuery, Moment } from './standings.ts';
import { restoreTable, type Table } from './table.ts';

export interface ComputeInput {
  table: Table;
  moment: Moment;
  into: ResultColumns;
  before: Result | null;
}

export interface SettleInput {
  table: Table;
  moment: Moment;
  gameweeks: readonly SeasonGameweek[];
}

/**
 * Creates the tasks of the worker thread, with the memory that they reuse. Inputs and results can be sent as messages; columns are
 * shared memory.
 */
export function createTasks() {
  const workspace = new Workspace();
  const list = createLister();
  return {
    compute: ({ table, moment, into, before }: ComputeInput) =>
      computeStandings(restoreTable(table), moment, into, before, workspace),
    settle: ({ table, moment, gameweeks }: SettleInput) =>
      computeFinalPoints(restoreTable(table), moment, gameweeks),
    list: (sections: readonly Section[], query: ListQuery) => list(sections.map(restoreSection), query),
    members: (section: Section, query: MemberQuery) => rankMembers(restoreSection(section), query),
  };
}

const restoreSection = (section: Section): Section => ({ ...section, table: restoreTable(section.table) });

export type Tasks = ReturnType<typeof createTasks>;
