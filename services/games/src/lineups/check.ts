import type { ErrorDetail } from '@touchline/api/errors';
import { TouchlineError } from '@touchline/api/errors';
import type { ApiLineup } from '@touchline/api/http/lineups';
import type { FormationName } from '@touchline/rules/formations';
import { checkLineup, defaultArmbands, sortBySlot, type PositionsById } from '@touchline/rules/lineup';
import type { RuleViolation } from '@touchline/rules/violations';
import type { StoredLineup } from './lineups.store.ts';

/** A lineup in a request. */
export interface LineupInput {
  formation: FormationName;
  field_players: number[];
  bench_players: number[];
  captain_id?: number | null | undefined;
  vice_captain_id?: number | null | undefined;
}

export interface CheckedLineup {
  formation: FormationName;
  field: number[];
  bench: number[];
  /** Of the bench, in its order. */
  bench_positions: number[];
  captain_id: number;
  vice_captain_id: number;
}

/**
 * Checks a lineup and returns it in slot order with missing armbands filled in (VIEW-12).
 * @throws TouchlineError LINEUP_INVALID naming fields and players
 */
export function validateLineup(input: LineupInput, positions: PositionsById): CheckedLineup {
  const field = sortBySlot(input.field_players, positions);
  const lineup = {
    formation: input.formation,
    field,
    bench: input.bench_players,
    ...defaultArmbands(field, input.captain_id, input.vice_captain_id),
  };
  const violations = checkLineup(lineup, positions);
  if (violations.length > 0) throw violationError('LINEUP_INVALID', violations);
  return { ...lineup, bench_positions: lineup.bench.map((id) => positions.get(id)!) };
}

/** An error with the first broken rule as its message and all of them as details; `paths` maps paths of `rules` to the API's. */
export function violationError(
  code: 'LINEUP_INVALID' | 'SQUAD_INVALID',
  violations: readonly RuleViolation[],
  paths: Readonly<Record<string, string>> = {},
): TouchlineError {
  const details = violations.flatMap(({ path, player_ids, message }): ErrorDetail[] => {
    const where = path === undefined ? {} : { path: paths[path] ?? path };
    if (!player_ids || player_ids.length === 0) return [{ ...where, message }];
    return player_ids.map((player_id) => ({ ...where, player_id, message }));
  });
  return new TouchlineError(code, violations[0]!.message, { details });
}

/** A lineup in API form. */
export function toWireLineup({
  formation,
  field,
  bench,
  captain_id,
  vice_captain_id,
}: Omit<StoredLineup, 'saved_at' | 'effective_gameweek'>): ApiLineup {
  return { formation, field_players: [...field], bench_players: [...bench], captain_id, vice_captain_id };
}
