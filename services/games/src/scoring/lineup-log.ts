import type { StoredLineupVersion } from '@touchline/rules/lineup-versions';
import { createShared, lengthen } from './columns.ts';
import { TEAM_SIZE, unpackPositions } from './kernel.ts';
import { LineupArrays, type LineupChoice } from './lineup-arrays.ts';
import { inBlocks, type Pass } from './pass.ts';

const FIELD = 11;
/** First version number of later lineups. Lower versions are first lineups and equal the index of their entry. */
const LATER = 2 ** 30;

/** Saved lineup in the format of the store. */
export interface SavedLineup extends LineupChoice {
  /** Ordinal of the entry. */
  ordinal: number;
  effective_gameweek: number;
  saved_at: number;
}

/**
 * All lineup versions of a game as append-only columns. Most entries keep their first lineup. It is stored at the entry's index
 * without a time, because it was saved when the entry joined.
 */
export class LineupLog {
  readonly firsts = new LineupArrays(0);
  /** Later lineups, in the order of saving. */
  readonly later = new LineupArrays(LATER);
  /** Index of the entry (ordinal minus 1), by later lineup. */
  entry = createShared(Int32Array, 0);
  /** Time of saving (epoch ms), by later lineup. */
  savedAt = createShared(Float64Array, 0);
  /** Previous later lineup of the same entry plus 1, by later lineup; 0 for the first. */
  private before = createShared(Int32Array, 0);
  /** Last later lineup plus 1, by entry; 0 without one. */
  private last = createShared(Int32Array, 0);

  /** Restores methods on a log received from another thread; the memory is shared. */
  static fromMessage(sent: LineupLog): LineupLog {
    const { firsts, later, ...columns } = sent;
    const log = Object.assign(new LineupLog(), columns);
    Object.assign(log.firsts, firsts);
    Object.assign(log.later, later);
    return log;
  }

  /** Number of versions. */
  get length(): number {
    return this.firsts.length + this.later.length;
  }

  /** Adds later lineups; the caller fills players, armbands and shapes. @returns the index of the first */
  addLater(ordinals: ArrayLike<number>, gameweeks: ArrayLike<number>, savedAt: ArrayLike<number>): number {
    const first = this.later.add(gameweeks);
    const capacity = this.later.shape.length;
    if (capacity > this.entry.length) {
      this.entry = lengthen(this.entry, capacity);
      this.savedAt = lengthen(this.savedAt, capacity);
      this.before = lengthen(this.before, capacity);
    }
    if (this.firsts.length > this.last.length) this.last = lengthen(this.last, this.firsts.shape.length);
    this.savedAt.set(savedAt, first);
    for (let place = 0; place < ordinals.length; place += 1) {
      const entry = ordinals[place]! - 1;
      this.entry[first + place] = entry;
      this.before[first + place] = this.last[entry]!;
      this.last[entry] = first + place + 1;
    }
    return first;
  }

  /** Adds a lineup: the first of the next entry, or a later one of an entry that has its first. */
  append(lineup: SavedLineup): void {
    const { ordinal, effective_gameweek, saved_at } = lineup;
    if (ordinal === this.firsts.length + 1) this.firsts.write(this.firsts.add([effective_gameweek]), lineup);
    else this.later.write(this.addLater([ordinal], [effective_gameweek], [saved_at]), lineup);
  }

  /** Finds the version of an entry that counts in a gameweek: the last of the highest gameweek up to it; -1 without one. */
  findInForce(entry: number, gameweek: number): number {
    let found = -1;
    for (const version of this.listVersions(entry)) {
      const own = this.getGameweek(version);
      if (own <= gameweek && (found < 0 || own >= this.getGameweek(found))) found = version;
    }
    return found;
  }

  /** Returns the version of an entry with a single version; -1 for other entries. */
  findOnly(entry: number): number {
    return entry < this.firsts.length && (this.last[entry] ?? 0) === 0 ? entry : -1;
  }

  /** Lists the versions of an entry in the order of saving. */
  listVersions(entry: number): number[] {
    const versions: number[] = [];
    for (let at = (this.last[entry] ?? 0) - 1; at >= 0; at = this.before[at]! - 1) versions.push(LATER + at);
    if (entry < this.firsts.length) versions.push(entry);
    return versions.reverse();
  }

  /** Returns the time of saving (epoch ms). @param joinedAt join times of all entries */
  getSavedAt(version: number, joinedAt: Float64Array): number {
    return version < LATER ? joinedAt[version]! : this.savedAt[version - LATER]!;
  }

  getGameweek(version: number): number {
    const { gameweek, first } = this.getArrays(version);
    return gameweek[version - first]!;
  }

  /** See `packTeamShape`. */
  getShape(version: number): number {
    const { shape, first } = this.getArrays(version);
    return shape[version - first]!;
  }

  getCaptain(version: number): number {
    const arrays = this.getArrays(version);
    return arrays.getCaptain(version - arrays.first);
  }

  getViceCaptain(version: number): number {
    const arrays = this.getArrays(version);
    return arrays.getViceCaptain(version - arrays.first);
  }

  /** Returns the fifteen player ids of a version: field, then bench. */
  getIds(version: number): number[] {
    const { players, first } = this.getArrays(version);
    const from = (version - first) * TEAM_SIZE;
    return [...players.subarray(from, from + TEAM_SIZE)];
  }

  /** Returns the positions of the fifteen players, in the order of `getIds`. */
  getPositions(version: number): number[] {
    return unpackPositions(this.getShape(version));
  }

  /** Builds a version in the format of `rules`. @param joinedAt join times of all entries */
  buildLineup(version: number, joinedAt: Float64Array): StoredLineupVersion {
    const ids = this.getIds(version);
    return {
      formation: '',
      field: ids.slice(0, FIELD),
      bench: ids.slice(FIELD),
      captain_id: this.getCaptain(version),
      vice_captain_id: this.getViceCaptain(version),
      saved_at: this.getSavedAt(version, joinedAt),
      effective_gameweek: this.getGameweek(version),
    };
  }

  private getArrays(version: number): LineupArrays {
    return version < LATER ? this.firsts : this.later;
  }
}

/**
 * Finds the lineups in force in a gameweek: per entry the last saved one of the highest gameweek up to it.
 * @param firstKickoff first counting kick-off (epoch ms); Infinity when no match counts
 * @param versions receives the version in force by entry; -1 without one and for the returned entries
 * @returns the entries that joined after the first kick-off or saved at or after it, which one pass cannot score
 */
export function* findLineupsInForce(
  log: LineupLog,
  joinedAt: Float64Array,
  gameweek: number,
  firstKickoff: number,
  versions: Int32Array,
): Pass<number[]> {
  const { firsts, later } = log;
  yield* inBlocks(versions.length, (from, to) => {
    const known = Math.min(to, firsts.length);
    for (let entry = from; entry < known; entry += 1)
      versions[entry] = firsts.gameweek[entry]! <= gameweek ? entry : -1;
    versions.fill(-1, Math.max(from, known), to);
  });
  yield* inBlocks(later.length, (from, to) => applyLater(log, gameweek, versions, from, to));
  const moved: number[] = [];
  yield* inBlocks(versions.length, (from, to) => {
    for (let entry = from; entry < to; entry += 1) {
      const version = versions[entry]!;
      if (version < 0) continue;
      // A join exactly at a kick-off is in time for that match; a save at that time is too late.
      const late = joinedAt[entry]! > firstKickoff || log.getSavedAt(version, joinedAt) >= firstKickoff;
      if (!late) continue;
      moved.push(entry);
      versions[entry] = -1;
    }
  });
  return moved;
}

function applyLater(log: LineupLog, gameweek: number, versions: Int32Array, from: number, to: number) {
  for (let at = from; at < to; at += 1) {
    const own = log.later.gameweek[at]!;
    const entry = log.entry[at]!;
    const held = versions[entry]!;
    if (own <= gameweek && (held < 0 || own >= log.getGameweek(held))) versions[entry] = LATER + at;
  }
}
