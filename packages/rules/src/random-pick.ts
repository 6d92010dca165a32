import { cheapestCompletion, type Needs } from './cheapest-completion.ts';
import {
  BUDGET_TENTHS,
  countPositions,
  MAX_PER_CLUB,
  POSITION_TARGETS,
  POSITIONS,
  type Position,
  type SquadPlayer,
  squadCost,
  squadRejection,
} from './squad.ts';

/**
 * Completes a squad with random players to 2 GK, 5 DEF, 5 MID and 3 FWD, within budget and club limit (BUILD-12). A pick is kept
 * only if the cheapest completion of the rest is affordable, so it succeeds whenever a completion exists.
 * @param chosen players to keep
 * @param pool all players; unselectable ones are ignored
 * @param random returns 0 <= x < 1, like `Math.random`
 * @returns the full squad, `chosen` first; null if no legal squad contains `chosen`
 */
export function randomPick<P extends SquadPlayer>(
  chosen: readonly P[],
  pool: readonly P[],
  random: () => number,
): P[] | null {
  const taken = new Set(chosen.map((player) => player.id));
  if (taken.size < chosen.length || !chosen.every((player) => player.selectable)) return null;
  const free = shuffle([...new Map(pool.map((player) => [player.id, player])).values()], random).filter(
    (player) => player.selectable && !taken.has(player.id),
  );
  const squad = [...chosen];
  if (!canComplete(squad, free)) return null;
  for (const position of shuffle(listOpenPositions(squad), random)) {
    const pick = findFirstFit(squad, free, position);
    if (!pick) return null;
    squad.push(pick);
    free.splice(free.indexOf(pick), 1);
  }
  return squad;
}

/**
 * Spends the remaining budget: replaces random players by more expensive ones of the same position until no trade fits. Random
 * picks alone leave much of the budget unused.
 * @param squad a legal squad, as returned by `randomPick`
 * @param keptCount number of players at the front to keep
 * @param pool as in `randomPick`
 * @param random as in `randomPick`
 */
export function tradeUp<P extends SquadPlayer>(
  squad: readonly P[],
  keptCount: number,
  pool: readonly P[],
  random: () => number,
): P[] {
  const traded = [...squad];
  for (let before = -1; before !== squadCost(traded); ) {
    before = squadCost(traded);
    for (const place of shuffle([...traded.keys()].slice(keptCount), random)) {
      const { position, price } = traded[place]!;
      const mates = traded.toSpliced(place, 1);
      const upgrade = shuffle(pool, random).find(
        (player) =>
          player.position === position && player.price > price && squadRejection(player, mates) === null,
      );
      if (upgrade) traded[place] = upgrade;
    }
  }
  return traded;
}

function listOpenPositions(squad: readonly SquadPlayer[]): Position[] {
  const counts = countPositions(squad);
  return POSITIONS.flatMap((position) =>
    new Array<Position>(POSITION_TARGETS[position] - counts[position]).fill(position),
  );
}

function findFirstFit<P extends SquadPlayer>(squad: readonly P[], free: readonly P[], position: Position) {
  const maxPrice = computeMaxPrice(squad, free, position);
  return free.find(
    (player) =>
      player.position === position &&
      player.price <= maxPrice &&
      canComplete(
        [...squad, player],
        free.filter((other) => other !== player),
      ),
  );
}

/** Computes the price above which a player leaves too little for the others; avoids most of the exact checks. */
function computeMaxPrice(squad: readonly SquadPlayer[], free: readonly SquadPlayer[], position: Position) {
  const needs = computeNeeds(squad)!;
  const others = { ...needs.positions, [position]: needs.positions[position] - 1 };
  return BUDGET_TENTHS - squadCost(squad) - (cheapestCompletion({ ...needs, positions: others }, free) ?? 0);
}

/** Reports whether these players and free ones can form a legal squad. */
function canComplete(squad: readonly SquadPlayer[], free: readonly SquadPlayer[]): boolean {
  const needs = computeNeeds(squad);
  if (!needs) return false;
  const cost = cheapestCompletion(needs, free);
  return cost !== null && squadCost(squad) + cost <= BUDGET_TENTHS;
}

/** Computes the open places of a squad; null if it already exceeds a limit. */
function computeNeeds(squad: readonly SquadPlayer[]): Needs | null {
  const counts = countPositions(squad);
  const clubs = new Map<number, number>();
  for (const { club } of squad) clubs.set(club, (clubs.get(club) ?? 0) + 1);
  if (POSITIONS.some((position) => counts[position] > POSITION_TARGETS[position])) return null;
  if ([...clubs.values()].some((count) => count > MAX_PER_CLUB)) return null;
  return {
    positions: {
      1: POSITION_TARGETS[1] - counts[1],
      2: POSITION_TARGETS[2] - counts[2],
      3: POSITION_TARGETS[3] - counts[3],
      4: POSITION_TARGETS[4] - counts[4],
    },
    clubCapacity: (club) => MAX_PER_CLUB - (clubs.get(club) ?? 0),
  };
}

/** Returns the items in random order (Fisher-Yates). */
function shuffle<T>(items: readonly T[], random: () => number): T[] {
  const result = [...items];
  for (let index = result.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1));
    [result[index], result[other]] = [result[other]!, result[index]!];
  }
  return result;
}
