import { type FormationName, findFormation, formationByName } from './formations.ts';
import { BENCH_SIZE, countPositions, FIELD_SIZE, type Position, positionName, repeatedIds } from './squad.ts';
import { createViolation, type RuleViolation } from './violations.ts';

/** A lineup. `field` is in slot order (GK, DEF, MID, FWD), `bench` in priority order, its GK first. */
export interface Lineup {
  formation: string;
  field: readonly number[];
  bench: readonly number[];
  captain_id: number;
  vice_captain_id: number;
}

/** A lineup without violations, as it is stored and scored. */
export interface LegalLineup extends Lineup {
  formation: FormationName;
  /** Positions of the bench, in its order. */
  bench_positions: readonly number[];
}

/** Lists the positions of the fifteen players: the eleven in slot order, then the bench. */
export function listPositions({ formation, bench_positions }: LegalLineup): number[] {
  const outfield = formation.split('-').flatMap((count, line) => Array<number>(Number(count)).fill(line + 2));
  return [1, ...outfield, ...bench_positions];
}

export type PositionsById = ReadonlyMap<number, Position>;

/** Maps player ids to positions. Squad rules allow only the four positions. */
export function mapPositions(roster: readonly { id: number; position: number }[]): Map<number, Position> {
  return new Map(roster.map((player) => [player.id, player.position as Position]));
}

/**
 * Checks a lineup of the roster in `positions` and returns all rule violations (game rules 1); empty if it is legal. Paths are
 * the field names of the API. Budget, clubs and locks are checked elsewhere.
 */
export function checkLineup(lineup: Lineup, positions: PositionsById): RuleViolation[] {
  const roster = checkRoster(lineup, positions);
  // Further checks of unknown or repeated players would only repeat the violation.
  if (roster.length > 0) return roster;
  return [...checkFormation(lineup, positions), ...checkBench(lineup, positions), ...checkArmbands(lineup)];
}

function checkRoster(lineup: Lineup, positions: PositionsById): RuleViolation[] {
  const violations: RuleViolation[] = [];
  for (const [path, ids] of [
    ['field_players', lineup.field],
    ['bench_players', lineup.bench],
  ] as const) {
    const unknown = ids.filter((id) => !positions.has(id));
    if (unknown.length > 0)
      violations.push(createViolation('PLAYER_NOT_IN_SQUAD', path, 'Player is not in the team', unknown));
  }
  if (lineup.field.length !== FIELD_SIZE) {
    const message = `The field needs exactly ${FIELD_SIZE} players, this one has ${lineup.field.length}`;
    violations.push(createViolation('FIELD_SIZE', 'field_players', message));
  }
  if (lineup.bench.length !== BENCH_SIZE) {
    const message = `The bench needs exactly ${BENCH_SIZE} players, this one has ${lineup.bench.length}`;
    violations.push(createViolation('BENCH_SIZE', 'bench_players', message));
  }
  const repeated = repeatedIds([...lineup.field, ...lineup.bench]);
  if (repeated.length > 0) {
    const path = lineup.bench.some((id) => repeated.includes(id)) ? 'bench_players' : 'field_players';
    violations.push(
      createViolation('DUPLICATE_PLAYER', path, 'Player appears twice in the lineup', repeated),
    );
  }
  return violations;
}

function checkFormation(lineup: Lineup, positions: PositionsById): RuleViolation[] {
  const formation = formationByName(lineup.formation);
  if (!formation) {
    const message = 'Formation must be one of 3-4-3, 3-5-2, 4-3-3, 4-4-2, 4-5-1, 5-3-2, 5-4-1';
    return [createViolation('FORMATION_UNKNOWN', 'formation', message)];
  }
  if (detectFormation(lineup.field, positions) === formation.name) return [];
  const message = `The players on the field do not match ${formation.name} with one goalkeeper`;
  return [createViolation('FORMATION_MISMATCH', 'field_players', message)];
}

function checkBench(lineup: Lineup, positions: PositionsById): RuleViolation[] {
  const keepers = lineup.bench.filter((id) => positions.get(id) === 1);
  if (keepers.length === 1 && positions.get(lineup.bench[0]!) === 1) return [];
  const message = `The bench must have exactly one ${positionName(1)}, in first place`;
  return [createViolation('BENCH_GOALKEEPER', 'bench_players', message, keepers)];
}

function checkArmbands({ field, captain_id, vice_captain_id }: Lineup): RuleViolation[] {
  const violations: RuleViolation[] = [];
  if (!field.includes(captain_id)) {
    const message = 'The captain must be on the field';
    violations.push(createViolation('CAPTAIN_NOT_ON_FIELD', 'captain_id', message, [captain_id]));
  }
  if (!field.includes(vice_captain_id)) {
    const message = 'The vice-captain must be on the field';
    violations.push(
      createViolation('VICE_CAPTAIN_NOT_ON_FIELD', 'vice_captain_id', message, [vice_captain_id]),
    );
  }
  if (captain_id === vice_captain_id) {
    const message = 'Captain and vice-captain must be different players';
    violations.push(createViolation('CAPTAIN_IS_VICE_CAPTAIN', 'vice_captain_id', message, [captain_id]));
  }
  return violations;
}

/** Detects the formation of these players, with exactly one goalkeeper; null if it is none of the seven. */
export function detectFormation(field: readonly number[], positions: PositionsById): string | null {
  const counts = countPositions(field.map((id) => ({ position: positions.get(id) ?? 0 })));
  if (counts[1] !== 1) return null;
  return findFormation({ defenders: counts[2], midfielders: counts[3], forwards: counts[4] })?.name ?? null;
}

/** Sorts players by slot order (GK, DEF, MID, FWD); the order within a position is kept. */
export function sortBySlot(field: readonly number[], positions: PositionsById): number[] {
  return [...field].sort((a, b) => (positions.get(a) ?? 0) - (positions.get(b) ?? 0));
}

/**
 * Fills in missing armbands with the first and second field player, or the next one if that player already has the other armband
 * (game rules 1). Given armbands are kept, even invalid ones.
 */
export function defaultArmbands(
  field: readonly number[],
  captain?: number | null,
  vice?: number | null,
): { captain_id: number; vice_captain_id: number } {
  const captain_id = captain ?? field.find((id) => id !== vice) ?? 0;
  const vice_captain_id = vice ?? pickSecond(field, captain_id);
  return { captain_id, vice_captain_id };
}

/** Picks the second field player, or the first if the second is the captain. */
function pickSecond(field: readonly number[], captain: number): number {
  return [field[1], field[0]].find((id) => id !== undefined && id !== captain) ?? 0;
}

/** A saved lineup; versions are only added, never changed. */
export interface LineupVersion extends Lineup {
  /** Server clock, epoch ms. */
  saved_at: number;
}

/** A version with the first gameweek it applies to. */
export interface StoredLineupVersion extends LineupVersion {
  effective_gameweek: number;
}

/**
 * Returns the versions that were in force for a gameweek one after another, oldest first. The last one is the lineup that counts;
 * earlier ones only show which players were on the field at a kick-off (see `teamGameweek`). A version saved for an earlier
 * gameweek is in force too, unless there was already one for a later gameweek: gameweeks can overlap, so it may have been saved
 * during the matches. Empty for a gameweek before the first version.
 */
export function lineupsForGameweek<V extends StoredLineupVersion>(
  versions: readonly V[],
  gameweek: number,
): V[] {
  const sorted = versions
    .filter((version) => version.effective_gameweek <= gameweek)
    .sort((a, b) => a.saved_at - b.saved_at || a.effective_gameweek - b.effective_gameweek);
  const inForce: V[] = [];
  for (const version of sorted)
    if (version.effective_gameweek >= (inForce.at(-1)?.effective_gameweek ?? 0)) inForce.push(version);
  return inForce;
}

/**
 * Returns the version in force at a kick-off: the last one saved before it (at the kick-off itself the lock applies). For a team
 * that did not exist yet, returns the first version.
 * @param versions oldest first, at least one
 */
export function lineupAt<V extends { saved_at: number }>(versions: readonly V[], kickoff: number): V {
  return versions.findLast((version) => version.saved_at < kickoff) ?? versions[0]!;
}
