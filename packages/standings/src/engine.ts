import { type Adjustments, computeAdjustedCoefficient } from '@touchline/rules/adjustments';
import type { Season, SeasonGameweek } from '@touchline/rules/season';
import { computeStakeCutOff } from '@touchline/rules/stakes';
import { createResultColumns, findOpenGameweeks, type Result, type ResultColumns } from './compute.ts';
import { buildRow, isImmediate, listRows } from './list.ts';
import { rankMembers, readGameweekPoints } from './members.ts';
import type { Section } from './section.ts';
import { toSettledGameweek } from './settle.ts';
import {
  type CoefficientChange,
  ENTRY_NUMBERS,
  type EntryBatch,
  type EntryEdit,
  type LineupBatch,
  type ListQuery,
  type ListResult,
  type MemberQuery,
  type MemberRanks,
  type Moment,
  type NamedStandings,
  type Row,
  type SettledBatch,
  type SettledGameweek,
  type Standings,
  type StandingsEngine,
  type Summary,
} from './standings.ts';
import { createTable, type Table } from './table.ts';
import type { ComputeThread } from './thread.ts';

export function createStandingsEngine(thread: ComputeThread): StandingsEngine {
  const created = new WeakMap<Standings, GameStandings>();
  let lastId = 0;
  return {
    create() {
      lastId += 1;
      const standings = new GameStandings(thread, lastId);
      created.set(standings, standings);
      return standings;
    },
    list(games, query) {
      const sections = games.map(({ standings, ...names }) => created.get(standings)!.buildSection(names));
      return thread.call('list', sections, query);
    },
  };
}

/** Members that are ranked on the calling thread, within a few milliseconds. */
const MAX_MEMBERS_HERE = 5_000;

class GameStandings implements Standings {
  private readonly thread: ComputeThread;
  private readonly id: number;
  private readonly table: Table = createTable();
  private result: Result | null = null;
  /** Settled gameweeks that the result includes. */
  private included: Section['settled'] = new Map();
  /** Columns that do not hold the result, for the next computation: both alternate, so that memory is reused. */
  private spare: ResultColumns | null = null;
  private current: ResultColumns | null = null;
  /** Number of computations. */
  private version = 0;
  /** True after a change that moves no points, but that clients display. */
  private edited = false;

  constructor(thread: ComputeThread, id: number) {
    this.thread = thread;
    this.id = id;
  }

  get entries(): number {
    return this.table.entries.count;
  }

  get lineups(): number {
    return this.table.lineups.later.length;
  }

  get settled(): ReadonlySet<number> {
    return new Set(this.included.keys());
  }

  get summary(): Summary {
    return this.getResult().summary;
  }

  reserve(entries: number): void {
    const { table } = this;
    table.entries.reserve(entries);
    table.lineups.firsts.reserve(entries);
    table.settled.reserve(entries);
  }

  append(batch: EntryBatch): void {
    const { table } = this;
    table.entries.append(batch);
    table.lineups.appendFirst(batch);
    table.settled.reserve(table.entries.joinedAt.length);
  }

  saveLineups(batch: LineupBatch): void {
    this.table.lineups.append(batch);
  }

  edit(changes: readonly EntryEdit[]): void {
    const { names, numbers } = this.table.entries;
    for (const change of changes) {
      const index = change.ordinal - 1;
      if (names.at(index) !== change.team_name) names.set(index, change.team_name);
      for (const name of ENTRY_NUMBERS) numbers[name][index] = change[name];
      this.edited = true;
    }
  }

  setCoefficients(changes: readonly CoefficientChange[]): void {
    for (const { wallet, steps } of changes) {
      const index = this.table.entries.wallets.findIndex(wallet);
      if (index !== undefined) this.table.coefficients.set(index, steps);
    }
  }

  adjust(adjustments: Adjustments, unranked: readonly number[]): void {
    this.table.adjustments = adjustments;
    this.table.unranked = new Set(unranked.map((ordinal) => ordinal - 1));
  }

  addSettled(gameweek: number, batch: SettledBatch): void {
    this.table.settled.add(gameweek, batch);
  }

  hasSettled(gameweek: number): boolean {
    return this.table.settled.totals.has(gameweek);
  }

  resetSettled(): void {
    this.table.settled.reset();
  }

  async compute(moment: Moment): Promise<Summary> {
    const { table, entries } = this;
    const into = this.spare && this.spare.ranks.length >= entries ? this.spare : createResultColumns(entries);
    this.spare = into;
    const season = pickSeason(table, moment);
    const input = { table, moment: { ...moment, season }, into, before: this.result };
    const { edited } = this;
    const result = await this.thread.call('compute', input);
    if (edited) result.summary.only_appended = false;
    this.edited = false;
    this.result = result;
    this.included = new Map(table.settled.gameweeks);
    [this.current, this.spare] = [into, this.current];
    this.version += 1;
    return result.summary;
  }

  async settle(moment: Moment, gameweeks: readonly SeasonGameweek[]): Promise<SettledGameweek[]> {
    const { table } = this;
    const wanted = new Set(gameweeks.map(({ id }) => id));
    const input = { table, moment: { ...moment, season: trimSeason(moment.season, wanted) }, gameweeks };
    return (await this.thread.call('settle', input)).map(toSettledGameweek);
  }

  async list(query: ListQuery): Promise<ListResult> {
    const sections = [this.buildSection()];
    return isImmediate(query) ? listRows(sections, query) : this.thread.call('list', sections, query);
  }

  async rankMembers(query: MemberQuery): Promise<MemberRanks> {
    const section = this.buildSection();
    const isSmall = query.members instanceof Int32Array && query.members.length <= MAX_MEMBERS_HERE;
    return isSmall ? rankMembers(section, query) : this.thread.call('members', section, query);
  }

  readGameweekPoints(gameweek: number, ordinals: readonly number[], coefficient: boolean): number[] | null {
    return readGameweekPoints(this.buildSection(), gameweek, ordinals, coefficient);
  }

  rowsAt(ordinals: readonly number[]): Row[] {
    const section = this.buildSection();
    const known = ordinals.filter((ordinal) => ordinal <= section.result.summary.entries);
    return known.map((ordinal) => buildRow(section, ordinal - 1));
  }

  row(wallet: string): Row | null {
    const index = this.findIndex(wallet);
    return index === null ? null : buildRow(this.buildSection(), index);
  }

  findCoefficient(wallet: string, gameweek: SeasonGameweek): number | null {
    const index = this.findIndex(wallet);
    if (index === null) return null;
    const { coefficients, adjustments } = this.table;
    const byStakes = coefficients.findBefore(index, computeStakeCutOff(gameweek));
    return computeAdjustedCoefficient(byStakes, adjustments.get(index), gameweek.id);
  }

  /** @param names names of the game in a list of several */
  buildSection(names?: Omit<NamedStandings, 'standings'>): Section {
    const result = this.getResult();
    const gameweek = result.summary.gameweek ?? 0;
    const version = `${this.id}.${this.version}`;
    const { table, included: settled } = this;
    return { gameweek, name: '', words: [], ...names, version, table, result, settled };
  }

  private findIndex(wallet: string): number | null {
    const index = this.table.entries.wallets.findIndex(wallet);
    return index !== undefined && index < this.summary.entries ? index : null;
  }

  private getResult(): Result {
    if (!this.result) throw new Error('standings are not computed');
    return this.result;
  }
}

/** Drops the fields of a season that a computation does not read, because messages are copied. */
function pickSeason(table: Table, moment: Moment): Season {
  return trimSeason(moment.season, new Set(findOpenGameweeks(table, moment).map(({ id }) => id)));
}

/** @param gameweeks gameweeks whose scores are kept */
const trimSeason = (season: Season, gameweeks: ReadonlySet<number>): Season => ({
  ...season,
  clubs: new Map(),
  snapshots: new Map(),
  fixtures: [],
  scores: new Map([...season.scores].filter(([gameweek]) => gameweeks.has(gameweek))),
});
