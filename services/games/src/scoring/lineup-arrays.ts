import { addSpareCapacity, createShared, lengthen } from './columns.ts';
import { type LineupColumns, packBenchShape, packTeamShape, TEAM_SIZE } from './kernel.ts';

/** Lineup of a team, with the positions of its bench from the roster. */
export interface LineupChoice {
  formation: string;
  field: number[];
  bench: number[];
  bench_positions: number[];
  captain_id: number;
  vice_captain_id: number;
}

/** Append-only columns of lineups. */
export class LineupArrays implements LineupColumns {
  length = 0;
  players = createShared(Uint16Array, 0);
  armbands = createShared(Uint8Array, 0);
  shape = createShared(Uint16Array, 0);
  /** Gameweek that each lineup was saved for. */
  gameweek = createShared(Uint8Array, 0);

  constructor(readonly first: number) {}

  /** Adds lineups for these gameweeks; `write` or the caller fills the other columns. @returns the index of the first */
  add(gameweeks: ArrayLike<number>): number {
    const first = this.length;
    this.length += gameweeks.length;
    this.reserve(this.length);
    this.gameweek.set(gameweeks, first);
    return first;
  }

  /** Fills the columns of one lineup. */
  write(index: number, { formation, field, bench, bench_positions, ...armbands }: LineupChoice): void {
    this.players.set([...field, ...bench], index * TEAM_SIZE);
    this.shape[index] = packTeamShape(formation, packBenchShape(bench_positions));
    this.setArmbands(index, armbands.captain_id, armbands.vice_captain_id);
  }

  /** Sets captain and vice-captain of a lineup. @throws RangeError when one of them is not in the team */
  setArmbands(index: number, captain: number, vice: number): void {
    this.armbands[index] = this.findSlot(index, captain) | (this.findSlot(index, vice) << 4);
  }

  getCaptain(index: number): number {
    return this.players[index * TEAM_SIZE + (this.armbands[index]! & 15)]!;
  }

  getViceCaptain(index: number): number {
    return this.players[index * TEAM_SIZE + (this.armbands[index]! >> 4)]!;
  }

  /** Reserves capacity for lineups. */
  reserve(lineups: number): void {
    if (lineups <= this.shape.length) return;
    const capacity = addSpareCapacity(lineups);
    this.players = lengthen(this.players, capacity * TEAM_SIZE);
    this.armbands = lengthen(this.armbands, capacity);
    this.shape = lengthen(this.shape, capacity);
    this.gameweek = lengthen(this.gameweek, capacity);
  }

  private findSlot(index: number, player: number): number {
    const first = index * TEAM_SIZE;
    for (let slot = 0; slot < TEAM_SIZE; slot += 1) if (this.players[first + slot] === player) return slot;
    throw new RangeError(`player ${player} wears an armband and is not in the team`);
  }
}
