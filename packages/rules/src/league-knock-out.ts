import { type Pairing, pairRound, scoreMatch } from './league-fixtures.ts';
import { computeLeagueTable, type FinalScores, type LeaguePlan, lastLeagueGameweek } from './league-table.ts';

/** Pairings of a gameweek. */
export interface LeagueRound {
  pairings: Pairing[];
  /** Counted back from the final, which is 1; null for matches of the league. */
  knock_out_round: number | null;
}

/** Returns the rounds of a knock-out: at most those wanted, with enough members, and after at least one gameweek of matches. */
export function countKnockOutRounds(wanted: number, members: number, gameweeks: number): number {
  return Math.max(0, Math.min(wanted, Math.floor(Math.log2(members)), gameweeks - 1));
}

/** Pairs a gameweek of a league. A round of the knock-out is empty until all gameweeks before it are final. */
export function pairGameweek(plan: LeaguePlan, gameweek: number, scores: FinalScores): LeagueRound {
  const round = plan.last_gameweek - gameweek + 1;
  if (gameweek < plan.first_gameweek || round < 1) return { pairings: [], knock_out_round: null };
  if (round > plan.knock_out_rounds)
    return { pairings: pairRound(plan.members, gameweek - plan.first_gameweek), knock_out_round: null };
  const seeds = seedKnockOut(plan, scores);
  const pairings = seeds ? playKnockOut(plan, seeds, gameweek, scores) : [];
  return { pairings, knock_out_round: round };
}

/** Returns the winner of a match of the knock-out: equal scores are decided by the place in the table (game rule 9.16). */
export function findKnockOutWinner(pairing: Pairing, scores: FinalScores, gameweek: number): number {
  const { home, away } = scoreMatch(pairing, scores.get(gameweek)!);
  // The better place in the table is the home side.
  return home >= away ? pairing.home : pairing.away!;
}

/** Returns the members of the knock-out, best first; null until the table is final. */
function seedKnockOut(plan: LeaguePlan, scores: FinalScores): number[] | null {
  for (let gameweek = plan.first_gameweek; gameweek <= lastLeagueGameweek(plan); gameweek += 1)
    if (!scores.has(gameweek)) return null;
  const table = computeLeagueTable(plan, scores);
  return table.slice(0, 2 ** plan.knock_out_rounds).map(({ member }) => member);
}

function playKnockOut(
  plan: LeaguePlan,
  seeds: readonly number[],
  gameweek: number,
  scores: FinalScores,
): Pairing[] {
  let left = arrangeSeeds(seeds.length);
  const pairSeeds = () => pairNeighbours(left).map((pair) => pair.sort((a, b) => a - b));
  for (let earlier = lastLeagueGameweek(plan) + 1; earlier < gameweek; earlier += 1) {
    if (!scores.has(earlier)) return [];
    left = pairSeeds().map(([home, away]) => {
      const winner = findKnockOutWinner({ home: seeds[home]!, away: seeds[away]! }, scores, earlier);
      return winner === seeds[home] ? home : away;
    });
  }
  return pairSeeds().map(([home, away]) => ({ home: seeds[home]!, away: seeds[away]! }));
}

/** Arranges the seeds so that the best two meet in the final only: 0 3 1 2, then 0 7 3 4 1 6 2 5. */
function arrangeSeeds(size: number): number[] {
  let seeds = [0];
  while (seeds.length < size) {
    const last = 2 * seeds.length - 1;
    seeds = seeds.flatMap((seed) => [seed, last - seed]);
  }
  return seeds;
}

const pairNeighbours = (items: readonly number[]): [number, number][] =>
  Array.from({ length: items.length / 2 }, (_, index) => [items[2 * index]!, items[2 * index + 1]!]);
