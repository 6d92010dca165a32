/** The values that decide a rank. */
export interface Standing {
  earned_thousandths: number;
  /** Points without coefficient. */
  gross: number;
}

/** Order of the standings: earned descending, then gross descending; 0 means a shared rank (game rules 3). */
export function compareStandings(a: Standing, b: Standing): number {
  return b.earned_thousandths - a.earned_thousandths || b.gross - a.gross;
}

/** The rows in order, each with its shared rank (1, 1, 3); a stable sort. The slow reference for faster rankings. */
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
