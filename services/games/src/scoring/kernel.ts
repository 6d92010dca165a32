import { earnedThousandths } from '@touchline/rules/earned';
import { FORMATIONS } from '@touchline/rules/formations';
import { inBlocks, type Pass } from './pass.ts';

/**
 * Scores many teams at once: the same results as `teamGameweek` of `rules/points` for teams whose lineup did not change
 * during the gameweek, computed from typed arrays (architecture.md, Points and standings).
 */

/** Lineup versions as columns; ids of the fifteen in slot order, field then bench, at fifteen times the index. */
export interface LineupColumns {
  /** The version at index 0; the others follow. */
  readonly first: number;
  length: number;
  players: Uint16Array;
  /** Slot of the captain in the lower four bits, of the vice-captain in the upper four. */
  armbands: Uint8Array;
  /** `teamShape`. */
  shape: Uint16Array;
}

/** What every player brings in one gameweek, by player id; points include provisional bonus. */
export interface PlayerColumns {
  points: Int32Array;
  /** 1: at least a minute or a card. */
  played: Uint8Array;
  /** 1: all his counting matches are over, without him. */
  missed: Uint8Array;
}

/** Points of one gameweek by index of the entry. */
export interface PointsColumns {
  raw: Int32Array;
  points: Int32Array;
}

export const TEAM_SIZE = 15;
const FIELD = 11;
const OUTFIELD_BENCH = 12;

/** Positions of the outfield bench in six bits, two each: 2 and 3 as they are, a forward (4) is 0. The keeper is first. */
export function packBenchShape([, first, second, third]: readonly number[]): number {
  return (first! & 3) | ((second! & 3) << 2) | ((third! & 3) << 4);
}

/** Positions of a whole team: how many DEF, MID and FWD start (one byte), and `benchShape`. */
export function packTeamShape(formation: string, bench: number): number {
  const [defenders, midfielders, forwards] = formation.split('-').map(Number) as [number, number, number];
  return defenders | (midfielders << 3) | (forwards << 6) | (bench << 8);
}

/** Positions of the fifteen of a shape: the eleven in slot order, then the bench. */
export function unpackPositions(shape: number): number[] {
  const row = (position: number, count: number) => Array<number>(count).fill(position);
  const bench = [8, 10, 12].map((shift) => (shape >> shift) & 3 || 4);
  const outfield = [...row(2, shape & 7), ...row(3, (shape >> 3) & 7), ...row(4, (shape >> 6) & 3)];
  return [1, ...outfield, 1, ...bench];
}

/** 1 where the counts of a shape make one of the seven formations. */
const LEGAL = new Uint8Array(512);
for (const { name } of FORMATIONS) LEGAL[packTeamShape(name, 0)] = 1;
/** What one more player adds to the counts, by position as `benchShape` has it. */
const INCREMENTS = [1 << 6, 0, 1, 1 << 3] as const;

/** A player's value packs points in the upper bits with two flags below them. */
const POINTS_SHIFT = 8;
const PLAYED = 1 << 4;
const MISSED = 1;
/** The flag of any of eleven summed values; the four bits below `PLAYED` hold up to fifteen who missed. */
const ANY_MISSED = 15;

/** Players that the feed does not know have missed. */
function packValues({ points, played, missed }: PlayerColumns, values: Int32Array): void {
  values.fill(MISSED);
  for (let id = 0; id < points.length; id += 1)
    values[id] = (points[id]! << POINTS_SHIFT) | (played[id]! * PLAYED) | (missed[id]! * MISSED);
}

/**
 * Writes raw points (eleven as chosen, captain twice) and points (after armband and substitutions) into `into`.
 * @param versions the lineup in force by entry; entries with one that is not in these columns are left alone
 * @param values scratch space with room for every player id
 */
export function* scoreTeams(
  lineups: LineupColumns,
  versions: Int32Array,
  gameweek: PlayerColumns,
  into: PointsColumns,
  values: Int32Array,
): Pass<void> {
  packValues(gameweek, values);
  yield* inBlocks(versions.length, (from, to) => scoreRange(lineups, versions, into, values, from, to));
}

function scoreRange(
  { first: firstVersion, length, players, armbands, shape }: LineupColumns,
  versions: Int32Array,
  { raw, points }: PointsColumns,
  values: Int32Array,
  from: number,
  to: number,
): void {
  for (let index = from; index < to; index += 1) {
    const lineup = versions[index]! - firstVersion;
    if (lineup < 0 || lineup >= length) continue;
    const first = lineup * TEAM_SIZE;
    // One lookup per player and no loop: the two together make this three times faster.
    const eleven =
      values[players[first]!]! +
      values[players[first + 1]!]! +
      values[players[first + 2]!]! +
      values[players[first + 3]!]! +
      values[players[first + 4]!]! +
      values[players[first + 5]!]! +
      values[players[first + 6]!]! +
      values[players[first + 7]!]! +
      values[players[first + 8]!]! +
      values[players[first + 9]!]! +
      values[players[first + 10]!]!;
    const field = eleven >> POINTS_SHIFT;
    const leader = values[players[first + (armbands[lineup]! & 15)]!]!;
    raw[index] = field + (leader >> POINTS_SHIFT);
    points[index] =
      (eleven & ANY_MISSED) === 0
        ? raw[index]!
        : field +
          scoreSubstitutions(values, players, first, shape[lineup]!) +
          scoreArmband(leader, values[players[first + (armbands[lineup]! >> 4)]!]!);
  }
}

/** What the armband adds: the captain until he has missed, then the vice-captain until he has, then nobody. */
function scoreArmband(captain: number, vice: number): number {
  if ((captain & MISSED) === 0) return captain >> POINTS_SHIFT;
  return (vice & MISSED) === 0 ? vice >> POINTS_SHIFT : 0;
}

/** What the automatic substitutions of a team change in its points. */
function scoreSubstitutions(values: Int32Array, ids: Uint16Array, first: number, shape: number): number {
  let change = 0;
  const keeper = values[ids[first]!]!;
  const secondKeeper = values[ids[first + FIELD]!]!;
  if ((keeper & MISSED) !== 0 && (secondKeeper & PLAYED) !== 0)
    change += (secondKeeper >> POINTS_SHIFT) - (keeper >> POINTS_SHIFT);
  let missed = 0;
  for (let slot = 1; slot < FIELD; slot += 1) missed |= (values[ids[first + slot]!]! & MISSED) << slot;
  const midfieldFrom = 1 + (shape & 7);
  const forwardsFrom = midfieldFrom + ((shape >> 3) & 7);
  let counts = shape & 0xff;
  let used = 0;
  while (missed !== 0) {
    const slot = 31 - Math.clz32(missed & -missed);
    missed &= missed - 1;
    const without = counts - INCREMENTS[slot < midfieldFrom ? 2 : slot < forwardsFrom ? 3 : 0];
    for (let index = 0; index < 3; index += 1) {
      const substitute = values[ids[first + OUTFIELD_BENCH + index]!]!;
      const after = without + INCREMENTS[((shape >> (8 + 2 * index)) & 3) as 0 | 1 | 2 | 3];
      if ((used >> index) & 1 || (substitute & PLAYED) === 0 || LEGAL[after] === 0) continue;
      used |= 1 << index;
      counts = after;
      change += (substitute >> POINTS_SHIFT) - (values[ids[first + slot]!]! >> POINTS_SHIFT);
      break;
    }
  }
  return change;
}

/**
 * Adds a gameweek to the totals of every entry: points to `gross`, thousandths to `earned` (rules/earned). The points of the
 * only gameweek may be `gross` themselves.
 */
export function addGameweek(
  { gross, earned }: { gross: Int32Array; earned: Int32Array },
  points: Int32Array,
  coefficients: Uint16Array,
): Pass<void> {
  const summed = points !== gross;
  return inBlocks(points.length, (from, to) => {
    for (let index = from; index < to; index += 1) {
      const own = points[index]!;
      if (summed) gross[index]! += own;
      addChecked(earned, index, earnedThousandths(own, coefficients[index]!));
    }
  });
}

/** Adds to a column. A sum beyond 32 bits would wrap around to a wrong rank: it is refused. */
export function addChecked(column: Int32Array, index: number, amount: number): void {
  const sum = column[index]! + amount;
  column[index] = sum;
  if (column[index] !== sum) throw new RangeError(`the sum ${sum} of entry ${index + 1} exceeds 32 bits`);
}
