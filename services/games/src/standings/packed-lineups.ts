import { BENCH, CAPTAIN, FORMATION, formationOf, NUMBERS, TEAM_SIZE, VICE } from '../lineups/lineup-bytes.ts';
import { benchShape, teamShape } from '../scoring/kernel.ts';
import type { LineupLog } from '../scoring/lineup-log.ts';
import type { LineupBatch } from './batches.store.ts';

/** Shapes by formation and positions of the bench; there are a few dozen. */
const shapes = new Map<number, number>();

/** Appends the lineups of a batch, without an object for each. */
export function appendLineups(
  log: LineupLog,
  { count, ordinals, gameweeks, savedAt, numbers }: LineupBatch,
): void {
  const first = log.appendAll(ordinals, gameweeks, savedAt);
  const { players, captain, vice, shape } = log;
  for (let place = 0; place < count; place += 1) {
    const from = place * NUMBERS;
    const into = (first + place) * TEAM_SIZE;
    for (let slot = 0; slot < TEAM_SIZE; slot += 1) players[into + slot] = numbers[from + slot]!;
    captain[first + place] = numbers[from + CAPTAIN]!;
    vice[first + place] = numbers[from + VICE]!;
    shape[first + place] = shapeOf(numbers[from + FORMATION]!, numbers[from + BENCH]!);
  }
}

function shapeOf(formation: number, bench: number): number {
  const key = formation * 10_000 + bench;
  const known = shapes.get(key);
  if (known !== undefined) return known;
  const positions = String(bench).split('').map(Number);
  const shape = teamShape(formationOf(formation), benchShape(positions));
  shapes.set(key, shape);
  return shape;
}
