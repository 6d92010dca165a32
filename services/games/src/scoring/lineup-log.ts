import type { StoredLineupVersion } from '@touchline/rules/lineup-versions';
import { type LineupColumns, positionsOfShape, TEAM_SIZE, teamShape } from './kernel.ts';
import { reusedColumn } from './reused-column.ts';

const FIELD = 11;

/** A saved line-up as the store reads it; seats are numbered from 1. */
export interface SavedLineup {
  seat: number;
  game_version: number;
  effective_gameweek: number;
  saved_at: number;
  formation: string;
  field: number[];
  bench: number[];
  captain_id: number;
  vice_captain_id: number;
  bench_shape: number;
}

/** Every line-up version of a game as columns that only grow, in the order in which they were saved. */
export class LineupLog implements LineupColumns {
  length = 0;
  players = new Uint16Array(0);
  captain = new Uint16Array(0);
  vice = new Uint16Array(0);
  shape = new Uint16Array(0);
  /** Index of the entry, its seat minus 1. */
  seat = new Int32Array(0);
  gameweek = new Uint8Array(0);
  savedAt = new Float64Array(0);

  append(lineup: SavedLineup): void {
    if (this.length === this.seat.length) this.grow(Math.max(64, this.length * 2));
    const version = this.length;
    this.players.set(lineup.field, version * TEAM_SIZE);
    this.players.set(lineup.bench, version * TEAM_SIZE + lineup.field.length);
    this.captain[version] = lineup.captain_id;
    this.vice[version] = lineup.vice_captain_id;
    this.shape[version] = teamShape(lineup.formation, lineup.bench_shape);
    this.seat[version] = lineup.seat - 1;
    this.gameweek[version] = lineup.effective_gameweek;
    this.savedAt[version] = lineup.saved_at;
    this.length += 1;
  }

  /** The fifteen ids of a version, field then bench. */
  idsAt(version: number): number[] {
    return [...this.players.subarray(version * TEAM_SIZE, (version + 1) * TEAM_SIZE)];
  }

  /** Positions of the fifteen, in the same order. */
  positionsAt(version: number): number[] {
    return positionsOfShape(this.shape[version]!);
  }

  /** A version as the rules want it. */
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
    this.seat = grown(this.seat, new Int32Array(capacity));
    this.gameweek = grown(this.gameweek, new Uint8Array(capacity));
    this.savedAt = grown(this.savedAt, new Float64Array(capacity));
  }
}

/** The same values in a larger array. */
export function grown<A extends { set(values: A): void }>(old: A, larger: A): A {
  larger.set(old);
  return larger;
}

const reusedVersions = reusedColumn();

/** Which line-up counts in a gameweek, and whose story is too long for the plain pass. */
export interface InForce {
  /**
   * By seat index: the version that counts, or -1 when there is none, or when the seat is in `slow`. The next call writes
   * over it.
   */
  versions: Int32Array;
  /** Seat indices of those who joined or saved at or after the gameweek's first counting kick-off. */
  slow: number[];
}

/**
 * The line-ups in force over a gameweek: per entry the last saved among those of the highest gameweek up to this one.
 * @param firstKickoff first counting kick-off (epoch ms); Infinity when no match counts
 */
export function lineupsInForce(
  log: LineupLog,
  count: number,
  joinedAt: Float64Array,
  gameweek: number,
  firstKickoff: number,
): InForce {
  const versions = reusedVersions(count).fill(-1);
  for (let version = 0; version < log.length; version += 1) {
    if (log.gameweek[version]! > gameweek) continue;
    const seat = log.seat[version]!;
    const held = versions[seat]!;
    if (held < 0 || log.gameweek[version]! >= log.gameweek[held]!) versions[seat] = version;
  }
  const slow: number[] = [];
  for (let seat = 0; seat < count; seat += 1) {
    const version = versions[seat]!;
    // Joining exactly at a kick-off still counts that match; saving exactly then does not stand on the field for it.
    const late = joinedAt[seat]! > firstKickoff || (version >= 0 && log.savedAt[version]! >= firstKickoff);
    if (version < 0 || !late) continue;
    slow.push(seat);
    versions[seat] = -1;
  }
  return { versions, slow };
}
