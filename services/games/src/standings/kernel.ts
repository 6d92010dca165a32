import { FORMATIONS } from '@touchline/rules/formations';

/**
 * The points of many teams at once, by the rules of `rules/points` for teams whose line-up stood still over the whole
 * gameweek: the same results as `teamGameweek`, from typed arrays (architecture.md, Points and standings).
 */

/** Line-up versions as columns; ids of the fifteen in slot order, field then bench, at `15 * version`. */
export interface LineupColumns {
  players: Uint16Array;
  captain: Uint16Array;
  vice: Uint16Array;
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

/** Points of one gameweek by seat index. */
export interface PointsColumns {
  raw: Int32Array;
  points: Int32Array;
}

export const TEAM_SIZE = 15;
const FIELD = 11;
const OUTFIELD_BENCH = 12;

/** The positions of the outfield bench in six bits; two each are enough, a forward (4) is 0. */
export function benchShape(positions: readonly number[]): number {
  return (positions[0]! & 3) | ((positions[1]! & 3) << 2) | ((positions[2]! & 3) << 4);
}

/** Positions of a whole team: how many DEF, MID, FWD start (one byte), and `benchShape`. */
export function teamShape(formation: string, bench: number): number {
  const [defenders, midfielders, forwards] = formation.split('-').map(Number) as [number, number, number];
  return defenders | (midfielders << 3) | (forwards << 6) | (bench << 8);
}

/** Positions of the fifteen of a shape: the eleven in slot order, the goalkeeper of the bench, the three beside him. */
export function positionsOfShape(shape: number): number[] {
  const row = (position: number, count: number) => Array<number>(count).fill(position);
  const bench = [8, 10, 12].map((shift) => (shape >> shift) & 3 || 4);
  const outfield = [...row(2, shape & 7), ...row(3, (shape >> 3) & 7), ...row(4, (shape >> 6) & 3)];
  return [1, ...outfield, 1, ...bench];
}

/** 1 where the counts of a shape make one of the seven formations. */
const LEGAL = new Uint8Array(512);
for (const { name } of FORMATIONS) LEGAL[teamShape(name, 0)] = 1;
/** What one more player adds to the counts, by position as `benchShape` has it. */
const ONE_OF = [1 << 6, 0, 1, 1 << 3] as const;

/**
 * Writes raw points (eleven as chosen, captain twice) and points (after armband and substitutions) of the seats
 * `0..count-1` into `into`. `versions[seat]` is the line-up in force; negative: somebody else computes that seat.
 */
export function scoreTeams(
  lineups: LineupColumns,
  versions: Int32Array,
  count: number,
  gameweek: PlayerColumns,
  into: PointsColumns,
): void {
  const { players, captain, vice } = lineups;
  const { points, missed } = gameweek;
  for (let seat = 0; seat < count; seat += 1) {
    const version = versions[seat]!;
    if (version < 0) continue;
    const first = version * TEAM_SIZE;
    let field = 0;
    let absent = 0;
    for (let slot = first; slot < first + FIELD; slot += 1) {
      const id = players[slot]!;
      field += points[id]!;
      absent |= missed[id]!;
    }
    const leader = captain[version]!;
    into.raw[seat] = field + points[leader]!;
    if (absent === 1) field += substituted(lineups, version, gameweek);
    into.points[seat] = field + armband(leader, vice[version]!, gameweek);
  }
}

/** What the armband adds: the captain until he has missed, then the vice-captain until he has, then nobody. */
function armband(captain: number, vice: number, { points, missed }: PlayerColumns): number {
  if (missed[captain] === 0) return points[captain]!;
  return missed[vice] === 0 ? points[vice]! : 0;
}

/** What the automatic substitutions of a team change in its points. */
function substituted(lineups: LineupColumns, version: number, gameweek: PlayerColumns): number {
  const { points, played, missed } = gameweek;
  const first = version * TEAM_SIZE;
  const shape = lineups.shape[version]!;
  const ids = lineups.players;
  let counts = shape & 0xff;
  let used = 0;
  let change = 0;
  const keeper = ids[first]!;
  const secondKeeper = ids[first + FIELD]!;
  if (missed[keeper] === 1 && played[secondKeeper] === 1) change += points[secondKeeper]! - points[keeper]!;
  const midfieldFrom = 1 + (shape & 7);
  const forwardsFrom = midfieldFrom + ((shape >> 3) & 7);
  for (let slot = 1; slot < FIELD; slot += 1) {
    const starter = ids[first + slot]!;
    if (missed[starter] === 0) continue;
    const without = counts - ONE_OF[slot < midfieldFrom ? 2 : slot < forwardsFrom ? 3 : 0];
    for (let index = 0; index < 3; index += 1) {
      const substitute = ids[first + OUTFIELD_BENCH + index]!;
      const after = without + ONE_OF[((shape >> (8 + 2 * index)) & 3) as 0 | 1 | 2 | 3];
      if ((used >> index) & 1 || played[substitute] === 0 || LEGAL[after] === 0) continue;
      used |= 1 << index;
      counts = after;
      change += points[substitute]! - points[starter]!;
      break;
    }
  }
  return change;
}
