/** Sides of a match of a head-to-head league, as places in the draw from 0; `away` is null for the median of the others. */
export interface Pairing {
  home: number;
  away: number | null;
}

/**
 * Pairs the members in a round by the circle method (game rule 9.12). Every round of a cycle has different pairs; the next cycle swaps
 * the sides. With an odd number, the circle has an empty place, whose opponent plays the median.
 * @param round from 0
 */
export function pairRound(members: number, round: number): Pairing[] {
  const circle = members + (members % 2) - 1;
  const turn = round % circle;
  const swapped = Math.floor(round / circle) % 2 === 1;
  const pairs = Array.from({ length: (circle - 1) / 2 }, (_, index) => ({
    home: (turn + index + 1) % circle,
    away: (turn - index - 1 + circle) % circle,
  }));
  if (members % 2 === 0)
    pairs.push(turn % 2 === 0 ? { home: circle, away: turn } : { home: turn, away: circle });
  const sided = pairs.map(({ home, away }) => (swapped ? { home: away, away: home } : { home, away }));
  return members % 2 === 0 ? sided : [...sided, { home: turn, away: null }];
}

/** Score of a member in a gameweek. */
export interface MemberScore {
  /** Thousandths. */
  points: number;
  /** Goals scored minus goals conceded by the final eleven. */
  goals: number;
}

/** Scores of a match: twice the points of each side in thousandths, so that the mean of two middle scores is an integer. */
export interface DoubledScore {
  home: number;
  away: number;
}

/** Scores a match from the scores of all members in the gameweek, by place in the draw. */
export const scoreMatch = ({ home, away }: Pairing, scores: readonly MemberScore[]): DoubledScore => ({
  home: 2 * scores[home]!.points,
  away: away === null ? doubleMedian(scores.toSpliced(home, 1)) : 2 * scores[away]!.points,
});

/** Computes twice the median: with an even number of scores, the sum of the two in the middle (game rule 9.13). */
function doubleMedian(scores: readonly MemberScore[]): number {
  const sorted = scores.map(({ points }) => points).sort((a, b) => a - b);
  return sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!;
}
