import type { ErrorDetail } from '@touchline/api/errors';
import { TouchlineError } from '@touchline/api/errors';
import type { ApiLineup } from '@touchline/api/http/lineups';
import type { FormationName } from '@touchline/rules/formations';
import {
  checkLineup,
  defaultArmbands,
  type LegalLineup,
  type PositionsById,
  sortBySlot,
} from '@touchline/rules/lineup';
import { findEditableGameweek, findGameweek, type Season } from '@touchline/rules/season';
import type { RuleViolation } from '@touchline/rules/violations';
import type { StoredLineup } from './lineups.store.ts';

/** Lineup of a request. */
export interface LineupInput {
  formation: FormationName;
  field_players: readonly number[];
  bench_players: readonly number[];
  captain_id?: number | null | undefined;
  vice_captain_id?: number | null | undefined;
}

/**
 * Validates a lineup and returns it in slot order with missing armbands filled in (VIEW-12).
 * @throws TouchlineError LINEUP_INVALID with the fields and players
 */
export function validateLineup(input: LineupInput, positions: PositionsById): LegalLineup {
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

/** Finds the gameweek that a lineup saved at `now` applies to; null if it is settled and accepts no lineups any more. */
export function findOpenGameweek(
  season: Season,
  game: { first_gameweek: number; last_gameweek: number },
  now: number,
): number | null {
  const gameweek = findEditableGameweek(season, game, now);
  return findGameweek(season, gameweek)?.settled ? null : gameweek;
}

/**
 * Creates an error with the first violation as its message and all violations as details.
 * @param paths field paths of the API, by paths of `rules`
 */
export function violationError(
  code: 'LINEUP_INVALID' | 'SQUAD_INVALID',
  violations: readonly RuleViolation[],
  paths: Readonly<Record<string, string>> = {},
): TouchlineError {
  const details = violations.flatMap(({ path, player_ids, message }): ErrorDetail[] => {
    const field = path === undefined ? {} : { path: paths[path] ?? path };
    if (!player_ids || player_ids.length === 0) return [{ ...field, message }];
    return player_ids.map((player_id) => ({ ...field, player_id, message }));
  });
  return new TouchlineError(code, violations[0]!.message, { details });
}

/** Converts a lineup to its API format. */
export function toWireLineup({
  formation,
  field,
  bench,
  captain_id,
  vice_captain_id,
}: Omit<StoredLineup, 'saved_at' | 'effective_gameweek'>): ApiLineup {
  return { formation, field_players: [...field], bench_players: [...bench], captain_id, vice_captain_id };
}
