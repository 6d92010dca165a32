/** Computes average points per team, rounded to one decimal; 0 without teams. */
export const computeAverage = (total: number, teams: number): number =>
  teams === 0 ? 0 : Math.round((total / teams) * 10) / 10;

export function sumPoints(points: Int32Array): number {
  let total = 0;
  for (let index = 0; index < points.length; index += 1) total += points[index]!;
  return total;
}
