import { earnedThousandths } from '@touchline/rules/earned';
import { FORMATIONS } from '@touchline/rules/formations';
import { inBlocks, type Pass } from './pass.ts';

/**
 * Scores many teams from typed arrays. Gives the same results as `teamGameweek` of `rules/points` for teams whose lineup did not
 * change during the gameweek (architecture.md, Points and standings).
 */

/** Lineup versions as columns. The fifteen ids of a version start at fifteen times its index, in slot order: field, then bench. */
export interface LineupColumns {
  /** Version at index 0; the others are consecutive. */
  readonly first: number;
  length: number;
  players: Uint16Array;
  /** Slot of the captain in the lower four bits, slot of the vice-captain in the upper four. */
  armbands: Uint8Array;
  /** See `packTeamShape`. */
  shape: Uint16Array;
}

/** Scores of all players in a gameweek, by player id. Points include provisional bonus. */
export interface PlayerColumns {
  points: Int32Array;
  /** 1 for a player with at least a minute or a card. */
  played: Uint8Array;
  /** 1 for a player who did not play in any of their counting matches, all of which are over. */
  missed: Uint8Array;
}

/** Points of a gameweek, by index of the entry. */
export interface PointsColumns {
  raw: Int32Array;
  points: Int32Array;
}

export const TEAM_SIZE = 15;
const FIELD = 11;
const OUTFIELD_BENCH = 12;

/** Packs the positions of the outfield bench into six bits, two each; a forward (4) is stored as 0. The goalkeeper is skipped. */
export function packBenchShape([, first, second, third]: readonly number[]): number {
  return (first! & 3) | ((second! & 3) << 2) | ((third! & 3) << 4);
}

/** Packs the positions of a team: numbers of starting DEF, MID and FWD in the lower byte, the bench shape above. */
export function packTeamShape(formation: string, bench: number): number {
  const [defenders, midfielders, forwards] = formation.split('-').map(Number) as [number, number, number];
  return defenders | (midfielders << 3) | (forwards << 6) | (bench << 8);
}

/** Unpacks the positions of the fifteen players of a shape: the eleven in slot order, then the bench. */
export function unpackPositions(shape: number): number[] {
  const row = (position: number, count: number) => Array<number>(count).fill(position);
  const bench = [8, 10, 12].map((shift) => (shape >> shift) & 3 || 4);
  const outfield = [...row(2, shape & 7), ...row(3, (shape >> 3) & 7), ...row(4, (shape >> 6) & 3)];
  return [1, ...outfield, 1, ...bench];
}

/** 1 for shapes whose counts are one of the seven formations. */
const LEGAL = new Uint8Array(512);
for (const { name } of FORMATIONS) LEGAL[packTeamShape(name, 0)] = 1;
/** Increment of the counts for one more player, by packed position. */
const INCREMENTS = [1 << 6, 0, 1, 1 << 3] as const;

/** Layout of a player's packed value: points in the upper bits, two flags below. */
const POINTS_SHIFT = 8;
const PLAYED = 1 << 4;
const MISSED = 1;
/** Mask of the summed `MISSED` flags: the four bits below `PLAYED` count up to fifteen players. */
const ANY_MISSED = 15;

/** Packs points and flags by player id. Players missing in the feed count as missed. */
function packValues({ points, played, missed }: PlayerColumns, values: Int32Array): void {
  values.fill(MISSED);
  for (let id = 0; id < points.length; id += 1)
    values[id] = (points[id]! << POINTS_SHIFT) | (played[id]! * PLAYED) | (missed[id]! * MISSED);
}

/**
 * Writes raw points (eleven as chosen, captain twice) and points (after armband and substitutions) into `into`.
 * @param versions lineup in force by entry; entries whose version is not in these columns are skipped
 * @param values scratch space with capacity for every player id
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
    // One lookup per player, unrolled for speed.
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

/** Scores the armband: the captain, the vice-captain once the captain has missed, or 0 once both have. */
function scoreArmband(captain: number, vice: number): number {
  if ((captain & MISSED) === 0) return captain >> POINTS_SHIFT;
  return (vice & MISSED) === 0 ? vice >> POINTS_SHIFT : 0;
}

/** Computes the change of a team's points by automatic substitutions. */
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
 * Adds a gameweek to the totals of every entry: points to `gross`, thousandths to `earned` (rules/earned). If `points` is
 * `gross` itself, it already has the points.
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

/** Adds to a column. @throws RangeError when the sum exceeds 32 bits and would wrap around */
export function addChecked(column: Int32Array, index: number, amount: number): void {
  const sum = column[index]! + amount;
  column[index] = sum;
  if (column[index] !== sum) throw new RangeError(`the sum ${sum} of entry ${index + 1} exceeds 32 bits`);
}
