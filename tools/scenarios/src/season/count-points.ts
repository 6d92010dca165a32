import type { PlannedLineup } from './lineup-plan.ts';
import { computeGameweek } from './recount.ts';

/** All inputs of a team's points in a season game. */
export interface TeamHistory {
  /** First gameweek of the team. */
  joined: number;
  /** Lineup of every gameweek from then on. */
  lineups: ReadonlyMap<number, PlannedLineup>;
  /** Coefficients in thousandths with their first gameweek, oldest first. */
  coefficients: readonly { from: number; thousandths: number }[];
}

export interface SeasonTotals {
  entry: number;
  current: number;
  /** Thousandths. */
  earned: number;
  /** Points of the last gameweek. */
  gameweek: number;
}

/** Computes a team's points after a gameweek from the rows of the season, without packages/rules. */
export function countSeason({ joined, lineups, coefficients }: TeamHistory, until: number): SeasonTotals {
  const first = lineups.get(joined);
  if (first === undefined) throw new Error(`no lineup for gameweek ${joined}`);
  let entry = 0;
  for (const player of first.field)
    for (const row of player.rows) if (row.gameweek < joined) entry += row.total_points;
  const totals = { entry, current: entry, earned: 0, gameweek: 0 };
  for (let gameweek = joined; gameweek <= until; gameweek++) {
    const { field, bench, captain, vice } = lineups.get(gameweek) ?? first;
    const { total } = computeGameweek([...field, ...bench], captain, vice, gameweek);
    const coefficient = coefficients.findLast((step) => step.from <= gameweek)?.thousandths ?? 1000;
    totals.current += total;
    totals.earned += total > 0 ? total * coefficient : total * 1000;
    totals.gameweek = total;
  }
  return totals;
}
