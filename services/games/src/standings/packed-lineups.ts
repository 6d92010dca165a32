import { BENCH, CAPTAIN, FORMATION, formationOf, NUMBERS, TEAM_SIZE, VICE } from '../lineups/lineup-bytes.ts';
import { benchShape, teamShape } from '../scoring/kernel.ts';
import type { LineupLog } from '../scoring/lineup-log.ts';
import { integerAt, type LineupBatch, timeAt } from './batches.store.ts';

/** Shapes by formation and positions of the bench; there are a few dozen. */
const shapes = new Map<number, number>();

/** Appends the lineups of a batch, without an object for each. */
export function appendLineups(log: LineupLog, batch: LineupBatch): void {
  const { ordinals, gameweeks, savedAt } = batch;
  const numbers = inOwnOrder(batch.lineups);
  for (let place = 0; place < batch.count; place += 1) {
    const version = log.append(
      integerAt(ordinals, place),
      integerAt(gameweeks, place),
      timeAt(savedAt, place),
    );
    const from = place * NUMBERS;
    const [into, { players }] = [version * TEAM_SIZE, log];
    for (let slot = 0; slot < TEAM_SIZE; slot += 1) players[into + slot] = numbers[from + slot]!;
    log.captain[version] = numbers[from + CAPTAIN]!;
    log.vice[version] = numbers[from + VICE]!;
    log.shape[version] = shapeOf(numbers[from + FORMATION]!, numbers[from + BENCH]!);
  }
}

/** Postgres sends the higher byte first. */
function inOwnOrder(packed: Buffer): Uint16Array {
  const numbers = new Uint16Array(packed.length / 2);
  for (let place = 0; place < numbers.length; place += 1)
    numbers[place] = (packed[2 * place]! << 8) | packed[2 * place + 1]!;
  return numbers;
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
