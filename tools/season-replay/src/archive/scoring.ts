export type Position = 1 | 2 | 3 | 4;

/** Counters of one or more fixtures by identifier of the API. */
export type Stats = Record<string, number>;

export interface ExplainStat {
  identifier: string;
  points: number;
  value: number;
  points_modification: number;
}

const GOAL: Record<Position, number> = { 1: 10, 2: 6, 3: 5, 4: 4 };
const CLEAN_SHEET: Record<Position, number> = { 1: 4, 2: 4, 3: 1, 4: 0 };
const DEFENSIVE_THRESHOLD: Record<Position, number> = { 1: Number.POSITIVE_INFINITY, 2: 10, 3: 12, 4: 12 };

type Rule = (value: number, position: Position) => number;

/** FPL scoring table for one player in one fixture, in the order in which the API lists the identifiers. */
const RULES: [string, Rule][] = [
  ['minutes', (minutes) => (minutes >= 60 ? 2 : minutes > 0 ? 1 : 0)],
  ['goals_scored', (goals, position) => goals * GOAL[position]],
  ['assists', (assists) => assists * 3],
  ['clean_sheets', (sheets, position) => sheets * CLEAN_SHEET[position]],
  ['goals_conceded', (goals, position) => (position <= 2 ? negate(Math.floor(goals / 2)) : 0)],
  ['own_goals', (goals) => negate(goals * 2)],
  ['penalties_saved', (penalties) => penalties * 5],
  ['penalties_missed', (penalties) => negate(penalties * 2)],
  ['yellow_cards', (cards) => negate(cards)],
  ['red_cards', (cards) => negate(cards * 3)],
  ['saves', (saves, position) => (position === 1 ? Math.floor(saves / 3) : 0)],
  ['bonus', (bonus) => bonus],
  ['defensive_contribution', (value, position) => (value >= DEFENSIVE_THRESHOLD[position] ? 2 : 0)],
];

/** Negates a value without producing -0, which equality assertions distinguish from 0. */
function negate(value: number): number {
  return value === 0 ? 0 : -value;
}

/** Builds the `explain` of one fixture: minutes always, other lines only if they score. */
export function explainStats(stats: Stats, position: Position): ExplainStat[] {
  const lines: ExplainStat[] = [];
  for (const [identifier, rule] of RULES) {
    const value = stats[identifier] ?? 0;
    const points = rule(value, position);
    if (points !== 0 || identifier === 'minutes')
      lines.push({ identifier, points, value, points_modification: 0 });
  }
  return lines;
}

export function explainTotal(lines: readonly ExplainStat[]): number {
  return lines.reduce((sum, line) => sum + line.points, 0);
}

/**
 * Finds recorded points that the table does not explain (rules of another season, a manual correction) and the line
 * that they belong to. With them `explain` adds up to the recorded total. Returns null if there are none.
 */
export function findResidual(
  stats: Stats,
  position: Position,
  totalPoints: number,
): { identifier: string; points: number } | null {
  const points = totalPoints - explainTotal(explainStats(stats, position));
  if (points === 0) return null;
  return { identifier: residualIdentifier(stats, position, points), points };
}

function residualIdentifier(stats: Stats, position: Position, points: number): string {
  const goals = stats.goals_scored ?? 0;
  // A goalkeeper's goal scored 6 points up to 2023-24.
  if (position === 1 && goals > 0 && points === -4 * goals) return 'goals_scored';
  // Some files have defensive points without their counters.
  if (position !== 1 && points === 2 && !('defensive_contribution' in stats)) return 'defensive_contribution';
  return 'minutes';
}

/** Adds the residual as `points_modification` to its line, or as a new line. */
export function addResidual(
  lines: ExplainStat[],
  residual: { identifier: string; points: number } | null,
): ExplainStat[] {
  if (residual === null) return lines;
  const { identifier, points } = residual;
  const exists = lines.some((line) => line.identifier === identifier);
  const base = exists ? lines : [...lines, { identifier, points: 0, value: 0, points_modification: 0 }];
  return base.map((line) =>
    line.identifier === identifier
      ? { ...line, points: line.points + points, points_modification: points }
      : line,
  );
}
