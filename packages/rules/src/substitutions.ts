import { findFormation } from './formations.ts';
import type { PositionsById } from './lineup.ts';
import { countPositions, type Position } from './squad.ts';

/** An automatic substitution; projected until the gameweek is over. */
export interface Substitution {
  out: number;
  in: number;
  projected: boolean;
}

/** Input of the substitutions. `played` and `missed` consider only fixtures that count for the entry. */
export interface SubstitutionInput {
  /** Slot order. */
  field: readonly number[];
  /** Priority order. */
  bench: readonly number[];
  positions: PositionsById;
  /** At least one minute or a card. */
  played: (player: number) => boolean;
  /** All fixtures of the player are over without him playing; a blank has missed from the start. */
  missed: (player: number) => boolean;
  /** Whether the starter was on the field when the bench player's first fixture kicked off. */
  stoodOnField: (starter: number, benchPlayer: number) => boolean;
}

/**
 * The automatic substitutions of game rules 3, as pairs in order: for every starter who missed, in slot order, the
 * bench goalkeeper for the goalkeeper, else the first unused outfield bench player who has played, may replace this
 * starter (no hindsight) and leaves one of the seven formations. A bench player with a match still to come is skipped
 * for now, but takes precedence again after playing: the result is final only when all matches are over.
 */
export function substitute(input: SubstitutionInput): { out: number; in: number }[] {
  const { positions, played, missed, stoodOnField } = input;
  const counts = countPositions(input.field.map((id) => ({ position: positions.get(id) ?? 0 })));
  const unused = new Set(input.bench.filter(played));
  const made: { out: number; in: number }[] = [];
  for (const starter of input.field.filter(missed)) {
    const from = positions.get(starter)!;
    const substitute = [...unused].find(
      (id) => fits(counts, from, positions.get(id)!) && stoodOnField(starter, id),
    );
    if (substitute === undefined) continue;
    unused.delete(substitute);
    counts[from] -= 1;
    counts[positions.get(substitute)!] += 1;
    made.push({ out: starter, in: substitute });
  }
  return made;
}

/** Whether replacing a player of position `from` by one of position `to` leaves one of the seven formations. */
function fits(counts: Readonly<Record<Position, number>>, from: Position, to: Position): boolean {
  if (from === 1 || to === 1) return from === to;
  const after = { ...counts };
  after[from] -= 1;
  after[to] += 1;
  return findFormation({ defenders: after[2], midfielders: after[3], forwards: after[4] }) !== null;
}
