import type { CountingFixture } from './counting.ts';
import { type LineupVersion, lineupAt, type PositionsById, sortBySlot } from './lineup.ts';
import type { PlayerScore, ScoreBook } from './scores.ts';
import { type Substitution, substitute } from './substitutions.ts';

/** Factor of the points of the player with the armband (game rules 3.3 and 3.4). */
export const ARMBAND_FACTOR = 2;

/** Computes the points of a player as they count for the team. */
export const applyArmband = (points: number, hasArmband: boolean): number =>
  hasArmband ? ARMBAND_FACTOR * points : points;

/** Input of the points computation for a team in one gameweek. */
export interface TeamGameweekInput {
  /**
   * Oldest first, at least one: the versions that were in force for the gameweek one after another (`lineupsForGameweek`).
   */
  lineups: readonly Pick<LineupVersion, 'saved_at' | 'field' | 'bench' | 'captain_id' | 'vice_captain_id'>[];
  /** Positions of the fifteen, from the roster's snapshot. */
  positions: PositionsById;
  /**
   * Fixtures of this gameweek that count for the entry, by player (`fixturesByPlayer`). A player without fixtures is a blank.
   */
  fixtures: ReadonlyMap<number, readonly CountingFixture[]>;
  /** The gameweek's scores; rows of fixtures that do not count are ignored. */
  scores: ScoreBook;
  /** All fixtures of the gameweek are over; until then substitutions are projected. */
  gameweek_over: boolean;
}

/** One player in one gameweek, over the fixtures that count for the entry. */
export interface PlayerGameweek {
  id: number;
  /** With provisional bonus, before the armband. */
  points: number;
  minutes: number;
  /** Provisional bonus within `points`. */
  provisional_bonus: number;
  /** At least one minute or a card. */
  played: boolean;
  /** All fixtures of the player are over; true for a blank. */
  over: boolean;
}

export interface PlayersGameweek {
  /** The fifteen in slot order: field, then bench. */
  players: PlayerGameweek[];
  /** The player whose points are multiplied by `ARMBAND_FACTOR`; null if captain and vice-captain missed. */
  armband: number | null;
}

export interface TeamGameweek extends PlayersGameweek {
  /** The chosen eleven with the captain's armband; no vice-captain, no substitutions. */
  raw_points: number;
  /** The final eleven with the armband. May be negative and may decrease. */
  points: number;
  substitutions: Substitution[];
  /** In slot order; a substitute follows the starters of the same position. */
  final_eleven: number[];
}

/**
 * Computes the points of a team in one gameweek (game rules 2 and 3). It is the readable reference for tests of faster kernels.
 */
export function teamGameweek(input: TeamGameweekInput): TeamGameweek {
  const { lineups, positions } = input;
  const lineup = lineups.at(-1)!;
  const field = sortBySlot(lineup.field, positions);
  const { players, armband } = playersGameweek(input);
  const byId = new Map(players.map((player) => [player.id, player]));
  const played = (id: number) => byId.get(id)!.played;
  const missed = (id: number) => hasMissed(byId.get(id)!);
  const countPoints = (wearer: number | null) => (id: number) =>
    applyArmband(byId.get(id)!.points, id === wearer);
  const substitutions = substitute({
    field,
    bench: lineup.bench,
    positions,
    played,
    missed,
    wasOnField: (starter, id) => wasOnField(input, starter, id),
  });
  const final_eleven = finalEleven(field, substitutions, positions);
  return {
    players,
    raw_points: total(field, countPoints(lineup.captain_id)),
    points: total(final_eleven, countPoints(armband)),
    armband,
    substitutions: substitutions.map((pair) => ({ ...pair, projected: !input.gameweek_over })),
    final_eleven,
  };
}

/** Computes the part of `teamGameweek` that does not depend on substitutions. */
export function playersGameweek(input: TeamGameweekInput): PlayersGameweek {
  const lineup = input.lineups.at(-1)!;
  const players = [...sortBySlot(lineup.field, input.positions), ...lineup.bench].map((id) =>
    playerGameweek(id, input.fixtures.get(id) ?? [], input.scores.get(id) ?? []),
  );
  return { players, armband: findArmband(lineup, players) };
}

const hasMissed = ({ over, played }: PlayerGameweek) => over && !played;

/** Sums a player's gameweek over the fixtures that count. */
function playerGameweek(
  id: number,
  fixtures: readonly CountingFixture[],
  scores: readonly PlayerScore[],
): PlayerGameweek {
  const counting = new Set(fixtures.map((fixture) => fixture.id));
  const rows = scores.filter((row) => counting.has(row.fixture));
  const provisional_bonus = total(rows, (row) => row.provisional_bonus);
  return {
    id,
    points: total(rows, (row) => row.points) + provisional_bonus,
    minutes: total(rows, (row) => row.minutes),
    provisional_bonus,
    played: rows.some((row) => row.minutes >= 1 || row.cards >= 1),
    over: fixtures.every((fixture) => fixture.over),
  };
}

/**
 * Finds the player with the armband: the captain, or the vice-captain once the captain has missed, or null once both have missed.
 * Users cannot exploit hindsight: no armband can move once one of the two has kicked off (`checkRollingLock`).
 */
function findArmband(
  { captain_id, vice_captain_id }: TeamGameweekInput['lineups'][number],
  players: readonly PlayerGameweek[],
): number | null {
  const missed = (id: number) => hasMissed(players.find((player) => player.id === id)!);
  if (!missed(captain_id)) return captain_id;
  return missed(vice_captain_id) ? null : vice_captain_id;
}

/**
 * Prevents hindsight: a bench player replaces only starters who were on the field when the bench player's first counting fixture
 * kicked off. Matches that do not count give no advantage.
 */
function wasOnField(input: TeamGameweekInput, starter: number, benchPlayer: number): boolean {
  return lineupAt(input.lineups, firstKickoff(input, benchPlayer)).field.includes(starter);
}

/** Returns the first counting kick-off; Infinity for a blank. */
function firstKickoff(input: TeamGameweekInput, player: number): number {
  return Math.min(...(input.fixtures.get(player) ?? []).map((fixture) => fixture.kickoff));
}

function finalEleven(
  field: readonly number[],
  substitutions: readonly { out: number; in: number }[],
  positions: PositionsById,
): number[] {
  const out = new Set(substitutions.map((pair) => pair.out));
  const remaining = field.filter((id) => !out.has(id));
  return sortBySlot([...remaining, ...substitutions.map((pair) => pair.in)], positions);
}

function total<T>(items: readonly T[], readAmount: (item: T) => number): number {
  return items.reduce((sum, item) => sum + readAmount(item), 0);
}

/** Coefficient 1, in thousandths. */
export const COEFFICIENT_ONE = 1000;

/**
 * Computes the earned points of a gameweek in integer thousandths. The coefficient multiplies positive points only (game rules 3).
 * @param gross integer points of the gameweek after captain and substitutions
 * @param coefficientThousandths 1050 for 1.05
 */
export function earnedThousandths(gross: number, coefficientThousandths: number): number {
  return gross * (gross > 0 ? coefficientThousandths : COEFFICIENT_ONE);
}

/** Converts thousandths to the number of the API, with up to three decimals: 43050 -> 43.05. */
export function earnedPoints(thousandths: number): number {
  return thousandths / 1000;
}
