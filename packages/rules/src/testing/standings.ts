/** The values that decide a rank. */
export interface Standing {
  earned_thousandths: number;
  /** Points without coefficient. */
  gross: number;
}

/** Compares two standings: earned descending, then gross descending; 0 means a shared rank (game rules 3). */
export function compareStandings(a: Standing, b: Standing): number {
  return b.earned_thousandths - a.earned_thousandths || b.gross - a.gross;
}

/** Sorts the rows (stable) and adds shared ranks (1, 1, 3). Simple reference for tests of faster rankings. */
export function rankStandings<T extends Standing>(rows: readonly T[]): { row: T; rank: number }[] {
  const sorted = [...rows].sort(compareStandings);
  const ranked: { row: T; rank: number }[] = [];
  for (const [index, row] of sorted.entries()) {
    const above = ranked[index - 1];
    const rank = above && compareStandings(above.row, row) === 0 ? above.rank : index + 1;
    ranked.push({ row, rank });
  }
  return ranked;
}
