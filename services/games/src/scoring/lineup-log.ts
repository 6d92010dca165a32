import type { StoredLineupVersion } from '@touchline/rules/lineup-versions';
import { benchShape, type LineupColumns, positionsOfShape, TEAM_SIZE, teamShape } from './kernel.ts';
import { inBlocks, type Pass } from './pass.ts';
import { grown } from './workspace.ts';

const FIELD = 11;
/** An eighth more: doubling would leave half of the memory unused. */
const withRoom = (count: number) => Math.max(64, count + (count >> 3));

/** A saved lineup as the store reads it. */
export interface SavedLineup {
  /** Of the entry. */
  ordinal: number;
  game_version: number;
  effective_gameweek: number;
  saved_at: number;
  formation: string;
  field: number[];
  bench: number[];
  bench_positions: number[];
  captain_id: number;
  vice_captain_id: number;
}

/** Every lineup version of a game as append-only columns, in the order in which they were saved. */
export class LineupLog implements LineupColumns {
  length = 0;
  players = new Uint16Array(0);
  captain = new Uint16Array(0);
  vice = new Uint16Array(0);
  shape = new Uint16Array(0);
  /** Index of the entry, its ordinal minus 1. */
  entry = new Int32Array(0);
  gameweek = new Uint8Array(0);
  savedAt = new Float64Array(0);
  /** By version, the one before of the same entry plus 1; 0 for its first. */
  private before = new Int32Array(0);
  /** By entry, its last version plus 1; 0 without one. */
  private last = new Int32Array(0);

  /** Adds a version; its players and shape follow. @returns its index */
  append(ordinal: number, gameweek: number, savedAt: number): number {
    return this.appendAll([ordinal], [gameweek], [savedAt]);
  }

  /** Adds versions of entries from columns; their players and shapes follow. @returns the index of the first */
  appendAll(ordinals: ArrayLike<number>, gameweeks: ArrayLike<number>, savedAt: ArrayLike<number>): number {
    const first = this.length;
    this.length += ordinals.length;
    this.reserve(this.length);
    this.gameweek.set(gameweeks, first);
    this.savedAt.set(savedAt, first);
    for (let place = 0; place < ordinals.length; place += 1) {
      const entry = ordinals[place]! - 1;
      if (entry >= this.last.length) this.last = grown(this.last, new Int32Array(withRoom(entry + 1)));
      this.entry[first + place] = entry;
      this.before[first + place] = this.last[entry]!;
      this.last[entry] = first + place + 1;
    }
    return first;
  }

  appendSaved(lineup: SavedLineup): void {
    const { ordinal, effective_gameweek, saved_at, field, bench } = lineup;
    const version = this.append(ordinal, effective_gameweek, saved_at);
    this.shape[version] = teamShape(lineup.formation, benchShape(lineup.bench_positions));
    this.players.set(field, version * TEAM_SIZE);
    this.players.set(bench, version * TEAM_SIZE + field.length);
    this.captain[version] = lineup.captain_id;
    this.vice[version] = lineup.vice_captain_id;
  }

  /** Makes room for so many versions. */
  reserve(versions: number): void {
    if (versions > this.entry.length) this.grow(withRoom(versions));
  }

  /** The version of an entry that counts in a gameweek: the last of the highest gameweek up to this one; -1 without one. */
  inForce(entry: number, gameweek: number): number {
    let found = -1;
    for (let at = (this.last[entry] ?? 0) - 1; at >= 0; at = this.before[at]! - 1)
      if (this.gameweek[at]! <= gameweek && (found < 0 || this.gameweek[at]! > this.gameweek[found]!))
        found = at;
    return found;
  }

  /** The version of an entry that has only one; -1 for the others. */
  only(entry: number): number {
    const last = (this.last[entry] ?? 0) - 1;
    return last >= 0 && this.before[last] === 0 ? last : -1;
  }

  /** The fifteen ids of a version, field then bench. */
  idsAt(version: number): number[] {
    return [...this.players.subarray(version * TEAM_SIZE, (version + 1) * TEAM_SIZE)];
  }

  /** Positions of the fifteen, in the same order. */
  positionsAt(version: number): number[] {
    return positionsOfShape(this.shape[version]!);
  }

  /** A version in the shape that `rules` reads. */
  lineupAt(version: number): StoredLineupVersion {
    const ids = this.idsAt(version);
    return {
      formation: '',
      field: ids.slice(0, FIELD),
      bench: ids.slice(FIELD),
      captain_id: this.captain[version]!,
      vice_captain_id: this.vice[version]!,
      saved_at: this.savedAt[version]!,
      effective_gameweek: this.gameweek[version]!,
    };
  }

  private grow(capacity: number): void {
    this.players = grown(this.players, new Uint16Array(capacity * TEAM_SIZE));
    this.captain = grown(this.captain, new Uint16Array(capacity));
    this.vice = grown(this.vice, new Uint16Array(capacity));
    this.shape = grown(this.shape, new Uint16Array(capacity));
    this.entry = grown(this.entry, new Int32Array(capacity));
    this.gameweek = grown(this.gameweek, new Uint8Array(capacity));
    this.savedAt = grown(this.savedAt, new Float64Array(capacity));
    this.before = grown(this.before, new Int32Array(capacity));
  }
}

/**
 * Finds the lineups in force over a gameweek: per entry the last saved among those of the highest gameweek up to this one.
 * @param firstKickoff first counting kick-off (epoch ms); Infinity when no match counts
 * @param versions receives, by entry, the version in force; -1 without one and for the entries returned
 * @returns the entries that joined or saved at or after the first kick-off: the plain pass cannot score them
 */
export function* lineupsInForce(
  log: LineupLog,
  joinedAt: Float64Array,
  gameweek: number,
  firstKickoff: number,
  versions: Int32Array,
): Pass<number[]> {
  yield* inBlocks(versions.length, (from, to) => versions.fill(-1, from, to));
  yield* inBlocks(log.length, (from, to) => chooseVersions(log, gameweek, versions, from, to));
  const moved: number[] = [];
  yield* inBlocks(versions.length, (from, to) => {
    for (let entry = from; entry < to; entry += 1) {
      const version = versions[entry]!;
      // Joining exactly at a kick-off still counts that match; saving exactly then comes too late for it.
      const late = joinedAt[entry]! > firstKickoff || (version >= 0 && log.savedAt[version]! >= firstKickoff);
      if (version < 0 || !late) continue;
      moved.push(entry);
      versions[entry] = -1;
    }
  });
  return moved;
}

function chooseVersions(log: LineupLog, gameweek: number, versions: Int32Array, from: number, to: number) {
  for (let version = from; version < to; version += 1) {
    if (log.gameweek[version]! > gameweek) continue;
    const entry = log.entry[version]!;
    const held = versions[entry]!;
    if (held < 0 || log.gameweek[version]! >= log.gameweek[held]!) versions[entry] = version;
  }
}
