/** Earned points to one decimal, without ".0". */
export function points(value: number): string {
  const rounded = Math.round(value * 10) / 10;
  return Number.isInteger(rounded) ? String(rounded) : rounded.toFixed(1);
}

/** Points in a line of text: "1 pt", "2 pts". */
export function pts(value: number): string {
  return `${value} ${Math.abs(value) === 1 ? 'pt' : 'pts'}`;
}
