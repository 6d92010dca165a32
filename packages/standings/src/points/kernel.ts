import { FORMATIONS } from '@touchline/rules/formations';
import { ARMBAND_FACTOR, earnedThousandths } from '@touchline/rules/points';
import { addChecked } from '../columns/add-checked.ts';
import type { LineupArrays } from '../columns/lineup-arrays.ts';
import { packTeamShape } from '../columns/team-shape.ts';
import { TEAM_SIZE } from '../lineup-bytes.ts';

/**
 * Scores many teams from typed arrays. Gives the same results as `teamGameweek` of `rules/points` for teams whose lineup did not
 * change during the gameweek (architecture.md, Points and standings).
 */

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

const FIELD = 11;
const OUTFIELD_BENCH = 12;
/** Multiple of the wearer's points that the armband adds to those of the eleven. */
const ADDED_BY_ARMBAND = ARMBAND_FACTOR - 1;

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
 * Writes raw points (eleven as chosen, with the captain's armband) and points (after armband and substitutions).
 * @param versions lineup in force by entry; entries whose version is not in these columns are skipped
 * @param values scratch space with capacity for every player id
 */
export function scoreTeams(
  { first: firstVersion, length, players, armbands, shape }: LineupArrays,
  versions: Int32Array,
  gameweek: PlayerColumns,
  { raw, points }: PointsColumns,
  values: Int32Array,
): void {
  packValues(gameweek, values);
  for (let index = 0; index < versions.length; index += 1) {
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
    raw[index] = field + ADDED_BY_ARMBAND * (leader >> POINTS_SHIFT);
    points[index] =
      (eleven & ANY_MISSED) === 0
        ? raw[index]!
        : field +
          scoreSubstitutions(values, players, first, shape[lineup]!) +
          ADDED_BY_ARMBAND * readArmband(leader, values[players[first + (armbands[lineup]! >> 4)]!]!);
  }
}

/** Returns the points that the armband multiplies: those of the captain, of the vice-captain once the captain has missed, or 0 once both have. */
function readArmband(captain: number, vice: number): number {
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

/** Adds a gameweek to the totals of every entry: points to `gross`, thousandths to `earned` (`earnedThousandths`). */
export function addGameweek(
  { gross, earned }: { gross: Int32Array; earned: Int32Array },
  points: Int32Array,
  coefficients: Uint16Array,
): void {
  for (let index = 0; index < points.length; index += 1) {
    const own = points[index]!;
    gross[index]! += own;
    addChecked(earned, index, earnedThousandths(own, coefficients[index]!));
  }
}
