import type { LegalLineup, StoredLineupVersion } from '@touchline/rules/lineup';
import { TEAM_SIZE } from '../lineup-bytes.ts';
import type { EntryBatch, LineupBatch } from '../standings.ts';
import { LineupArrays } from './lineup-arrays.ts';
import { createShared, lengthen, restore } from './memory.ts';
import { parseIntegers, parseTimes } from './packed.ts';
import { unpackBench, unpackFormation, unpackPositions } from './team-shape.ts';

const FIELD = 11;
/** First version number of later lineups. Lower versions are first lineups and equal the index of their entry. */
const LATER = 2 ** 30;

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
  private savedAt = createShared(Float64Array, 0);
  /** Previous later lineup of the same entry plus 1, by later lineup; 0 for the first. */
  private before = createShared(Int32Array, 0);
  /** Last later lineup plus 1, by entry; 0 without one. */
  private last = createShared(Int32Array, 0);

  /** Restores the methods of a log that another thread sent. */
  static restore(sent: LineupLog): LineupLog {
    return Object.assign(restore(LineupLog, sent), {
      firsts: restore(LineupArrays, sent.firsts),
      later: restore(LineupArrays, sent.later),
    });
  }

  /** Appends the first lineups of the next entries. */
  appendFirst({ effective_gameweek, lineup }: Pick<EntryBatch, 'effective_gameweek' | 'lineup'>): void {
    this.firsts.append(parseIntegers(effective_gameweek), lineup);
  }

  /** Appends lineups of entries that have their first. */
  append({ ordinal, effective_gameweek, saved_at, lineup }: LineupBatch): void {
    const ordinals = parseIntegers(ordinal);
    const first = this.later.append(parseIntegers(effective_gameweek), lineup);
    const capacity = this.later.shape.length;
    if (capacity > this.entry.length) {
      this.entry = lengthen(this.entry, capacity);
      this.savedAt = lengthen(this.savedAt, capacity);
      this.before = lengthen(this.before, capacity);
    }
    if (this.firsts.length > this.last.length) this.last = lengthen(this.last, this.firsts.shape.length);
    this.savedAt.set(parseTimes(saved_at), first);
    for (let place = 0; place < ordinals.length; place += 1) {
      const entry = ordinals[place]! - 1;
      this.entry[first + place] = entry;
      this.before[first + place] = this.last[entry]!;
      this.last[entry] = first + place + 1;
    }
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
    const [{ gameweek }, place] = this.locate(version);
    return gameweek[place]!;
  }

  /** See `packTeamShape`. */
  getShape(version: number): number {
    const [{ shape }, place] = this.locate(version);
    return shape[place]!;
  }

  getCaptain(version: number): number {
    const [arrays, place] = this.locate(version);
    return arrays.getCaptain(place);
  }

  getViceCaptain(version: number): number {
    const [arrays, place] = this.locate(version);
    return arrays.getViceCaptain(place);
  }

  /** Returns the positions of the fifteen players: field, then bench. */
  getPositions(version: number): number[] {
    return unpackPositions(this.getShape(version));
  }

  /** Builds a version in the format of `rules`. @param joinedAt join times of all entries */
  buildLineup(version: number, joinedAt: Float64Array): LegalLineup & StoredLineupVersion {
    const [{ players }, place] = this.locate(version);
    const ids = [...players.subarray(place * TEAM_SIZE, (place + 1) * TEAM_SIZE)];
    const shape = this.getShape(version);
    return {
      formation: unpackFormation(shape),
      field: ids.slice(0, FIELD),
      bench: ids.slice(FIELD),
      bench_positions: unpackBench(shape),
      captain_id: this.getCaptain(version),
      vice_captain_id: this.getViceCaptain(version),
      saved_at: this.getSavedAt(version, joinedAt),
      effective_gameweek: this.getGameweek(version),
    };
  }

  private locate(version: number): [LineupArrays, place: number] {
    return version < LATER ? [this.firsts, version] : [this.later, version - LATER];
  }
}

/**
 * Finds the lineups in force in a gameweek: per entry the last saved one of the highest gameweek up to it.
 * @param versions receives the version in force by entry; -1 without one
 */
export function findLineupsInForce(log: LineupLog, gameweek: number, versions: Int32Array): void {
  const { firsts, later } = log;
  const known = Math.min(versions.length, firsts.length);
  for (let entry = 0; entry < known; entry += 1)
    versions[entry] = firsts.gameweek[entry]! <= gameweek ? entry : -1;
  versions.fill(-1, known);
  for (let at = 0; at < later.length; at += 1) {
    const own = later.gameweek[at]!;
    const entry = log.entry[at]!;
    if (own > gameweek || entry >= versions.length) continue;
    const held = versions[entry]!;
    if (held < 0 || own >= log.getGameweek(held)) versions[entry] = LATER + at;
  }
}
