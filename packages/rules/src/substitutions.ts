import { formationOf } from './formations.ts';
import type { PositionsById } from './lineup.ts';
import { countPositions, type Position } from './squad.ts';

/** One automatic substitution; projected while the gameweek runs. */
export interface Substitution {
  out: number;
  in: number;
  projected: boolean;
}

/** What substitutions look at. Everything about playing concerns only the fixtures that count for the entry. */
export interface SubstitutionInput {
  /** Slot order. */
  field: readonly number[];
  /** Priority order. */
  bench: readonly number[];
  positions: PositionsById;
  /** At least one minute or a card. */
  played: (player: number) => boolean;
  /** All his fixtures are over and he did not play (a blank: from the start). */
  missed: (player: number) => boolean;
  /** Was the starter on the field when the bench player's first fixture kicked off? */
  stoodOnField: (starter: number, benchPlayer: number) => boolean;
}

/**
 * The automatic substitutions of game rules 3, as pairs in the order in which they are made: starters who missed, in
 * slot order; the bench goalkeeper for the goalkeeper, otherwise the first unused outfield bench player who played, who may
 * replace this starter (no hindsight) and who leaves one of the seven formations.
 * A bench player whose match is still to come does not hold his place: the first who has played so far comes in,
 * and gives way when the other one plays. So the result is final only when everybody's matches are over.
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

/** Would one of the seven formations remain with somebody of position `to` in place of one of `from`? */
function fits(counts: Readonly<Record<Position, number>>, from: Position, to: Position): boolean {
  if (from === 1 || to === 1) return from === to;
  const after = { ...counts };
  after[from] -= 1;
  after[to] += 1;
  return formationOf({ defenders: after[2], midfielders: after[3], forwards: after[4] }) !== null;
}
