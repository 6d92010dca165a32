import { findFormation } from './formations.ts';
import type { PositionsById } from './lineup.ts';
import { countPositions, type Position } from './squad.ts';

/** An automatic substitution; projected until the gameweek is over. */
export interface Substitution {
  out: number;
  in: number;
  projected: boolean;
}

/** Input of `substitute`. `played` and `missed` consider only fixtures that count for the entry. */
export interface SubstitutionInput {
  /** Slot order. */
  field: readonly number[];
  /** Priority order. */
  bench: readonly number[];
  positions: PositionsById;
  /** At least one minute or a card. */
  played: (player: number) => boolean;
  /** All fixtures of the player are over, and the player did not play; true from the start for a blank. */
  missed: (player: number) => boolean;
  /** Reports whether the starter was on the field when the bench player's first fixture kicked off. */
  wasOnField: (starter: number, benchPlayer: number) => boolean;
}

/**
 * Computes the automatic substitutions (game rules 3), in order. It replaces each starter who missed, in slot order. The bench
 * goalkeeper replaces the goalkeeper. For other starters it takes the first unused outfield bench player who
 * - has played,
 * - may replace this starter (no hindsight), and
 * - leaves one of the seven formations.
 *
 * A bench player with a match to come is skipped for now and takes precedence after playing, so the result is final only when
 * all matches are over.
 */
export function substitute(input: SubstitutionInput): { out: number; in: number }[] {
  const { positions, played, missed, wasOnField } = input;
  const counts = countPositions(input.field.map((id) => ({ position: positions.get(id) ?? 0 })));
  const unused = new Set(input.bench.filter(played));
  const substitutions: { out: number; in: number }[] = [];
  for (const starter of input.field.filter(missed)) {
    const from = positions.get(starter)!;
    const substitute = [...unused].find(
      (id) => keepsFormation(counts, from, positions.get(id)!) && wasOnField(starter, id),
    );
    if (substitute === undefined) continue;
    unused.delete(substitute);
    counts[from] -= 1;
    counts[positions.get(substitute)!] += 1;
    substitutions.push({ out: starter, in: substitute });
  }
  return substitutions;
}

/**
 * Reports whether replacing a player of position `from` by one of `to` leaves one of the seven formations. All of them have ten
 * outfield players, so that only a goalkeeper replaces a goalkeeper.
 */
function keepsFormation(counts: Readonly<Record<Position, number>>, from: Position, to: Position): boolean {
  const after = { ...counts };
  after[from] -= 1;
  after[to] += 1;
  return findFormation({ defenders: after[2], midfielders: after[3], forwards: after[4] }) !== null;
}
