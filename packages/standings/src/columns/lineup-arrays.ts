import { BENCH, CAPTAIN, FORMATION, NUMBERS, parseFormation, TEAM_SIZE, VICE } from '../lineup-bytes.ts';
import { addSpareCapacity, createShared, lengthen } from './memory.ts';
import { parseShorts } from './packed.ts';
import { packBenchShape, packTeamShape } from './team-shape.ts';

/** Append-only columns of lineups. */
export class LineupArrays {
  /** Number of the first version; the others are consecutive. */
  readonly first: number;
  length = 0;
  /** Fifteen ids per lineup, in slot order: field, then bench. */
  players = createShared(Uint16Array, 0);
  /** Slot of the captain in the lower four bits, slot of the vice-captain in the upper four. */
  armbands = createShared(Uint8Array, 0);
  /** See `packTeamShape`. */
  shape = createShared(Uint16Array, 0);
  /** Gameweek that each lineup was saved for. */
  gameweek = createShared(Uint8Array, 0);

  constructor(first: number) {
    this.first = first;
  }

  /**
   * Appends lineups without creating an object for each.
   * @param lineups packed lineups (see `lineup-bytes.ts`), concatenated
   * @returns the place of the first
   */
  append(gameweeks: ArrayLike<number>, lineups: Buffer): number {
    const first = this.length;
    const numbers = parseShorts(lineups);
    const shapes = new Map<number, number>();
    this.reserve(first + gameweeks.length);
    this.gameweek.set(gameweeks, first);
    for (let place = 0; place < gameweeks.length; place += 1) {
      const from = place * NUMBERS;
      const at = first + place;
      for (let slot = 0; slot < TEAM_SIZE; slot += 1)
        this.players[at * TEAM_SIZE + slot] = numbers[from + slot]!;
      this.armbands[at] =
        this.findSlot(at, numbers[from + CAPTAIN]!) | (this.findSlot(at, numbers[from + VICE]!) << 4);
      this.shape[at] = getShape(shapes, numbers[from + FORMATION]!, numbers[from + BENCH]!);
    }
    this.length += gameweeks.length;
    return first;
  }

  getCaptain(place: number): number {
    return this.players[place * TEAM_SIZE + (this.armbands[place]! & 15)]!;
  }

  getViceCaptain(place: number): number {
    return this.players[place * TEAM_SIZE + (this.armbands[place]! >> 4)]!;
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

  /** @throws RangeError when the player is not in the team */
  private findSlot(place: number, player: number): number {
    const first = place * TEAM_SIZE;
    for (let slot = 0; slot < TEAM_SIZE; slot += 1) if (this.players[first + slot] === player) return slot;
    throw new RangeError(`player ${player} wears an armband and is not in the team`);
  }
}

/** Returns the shape of a formation and bench, cached because there are only a few dozen. */
function getShape(shapes: Map<number, number>, formation: number, bench: number): number {
  const key = formation * 10_000 + bench;
  const known = shapes.get(key);
  if (known !== undefined) return known;
  const positions = String(bench).split('').map(Number);
  const shape = packTeamShape(parseFormation(formation), packBenchShape(positions));
  shapes.set(key, shape);
  return shape;
}
