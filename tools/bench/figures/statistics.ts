/** Returns the quantile `share` of values in any order; without values NaN, which is within no limit. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Formats the usual quantiles of times in ms. */
export function formatTimes(times: readonly number[]): string {
  const [p50, p99, max] = [0.5, 0.99, 1].map((share) => quantile(times, share).toFixed(1));
  return `p50 ${p50}, p99 ${p99}, max ${max} ms`;
}
