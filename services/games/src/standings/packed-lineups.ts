import {
  BENCH,
  CAPTAIN,
  FORMATION,
  NUMBERS,
  parseFormation,
  TEAM_SIZE,
  VICE,
} from '../lineups/lineup-bytes.ts';
import { packBenchShape, packTeamShape } from '../scoring/kernel.ts';
import type { LineupArrays } from '../scoring/lineup-arrays.ts';
import type { LineupLog } from '../scoring/lineup-log.ts';
import type { LaterLineupBatch, LineupBatch } from './batches.store.ts';

/** Cached shapes by formation and bench positions; there are a few dozen. */
const shapes = new Map<number, number>();

/** Appends the first lineups of the next entries. */
export function appendFirstLineups({ firsts }: LineupLog, batch: LineupBatch): void {
  write(firsts, firsts.add(batch.gameweeks), batch);
}

/** Appends lineups of entries whose first lineup is present. */
export function appendLaterLineups(log: LineupLog, batch: LaterLineupBatch): void {
  write(log.later, log.addLater(batch.ordinals, batch.gameweeks, batch.savedAt), batch);
}

/** Unpacks lineups without creating an object for each. */
function write(into: LineupArrays, first: number, { count, numbers }: LineupBatch): void {
  const { players, shape } = into;
  for (let place = 0; place < count; place += 1) {
    const from = place * NUMBERS;
    const index = first + place;
    for (let slot = 0; slot < TEAM_SIZE; slot += 1) players[index * TEAM_SIZE + slot] = numbers[from + slot]!;
    into.setArmbands(index, numbers[from + CAPTAIN]!, numbers[from + VICE]!);
    shape[index] = getShape(numbers[from + FORMATION]!, numbers[from + BENCH]!);
  }
}

function getShape(formation: number, bench: number): number {
  const key = formation * 10_000 + bench;
  const known = shapes.get(key);
  if (known !== undefined) return known;
  const positions = String(bench).split('').map(Number);
  const shape = packTeamShape(parseFormation(formation), packBenchShape(positions));
  shapes.set(key, shape);
  return shape;
}
