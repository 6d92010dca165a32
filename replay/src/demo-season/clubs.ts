import { clubByCode } from '@touchline/rules/clubs';

/** A club of the demo season; `strength` about 1 decides how its invented season goes. */
export interface DemoClub {
  id: number;
  code: number;
  name: string;
  short: string;
  strength: number;
}

/** Twenty real clubs by their season-stable code; the strengths are the demo's own. */
const STRENGTHS: [code: number, strength: number][] = [
  [3, 1.3],
  [7, 1.1],
  [90, 0.78],
  [91, 1.0],
  [94, 0.95],
  [36, 1.02],
  [8, 1.2],
  [31, 1.0],
  [11, 0.92],
  [54, 0.96],
  [2, 0.85],
  [14, 1.3],
  [43, 1.32],
  [1, 1.08],
  [4, 1.12],
  [17, 0.96],
  [56, 0.84],
  [6, 1.06],
  [21, 0.88],
  [39, 0.8],
];

export const DEMO_CLUBS: readonly DemoClub[] = STRENGTHS.map(([code, strength], index) => {
  const { name, short_name } = clubByCode(code);
  return { id: index + 1, code, name, short: short_name, strength };
});
