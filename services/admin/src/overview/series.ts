import type { SeriesPoint } from '@touchline/api/http/admin-overview';
import { toInstant } from '@touchline/api/values';

const HOUR_MS = 3_600_000;
const STEP_MS = { hour: HOUR_MS, day: 24 * HOUR_MS } as const;

/** Lists the starts of the last hours or days (UTC) including the current one, oldest first. `now` is epoch ms. */
export function listPeriodStarts(per: keyof typeof STEP_MS, last: number, now: number): string[] {
  const step = STEP_MS[per];
  const current = Math.floor(now / step) * step;
  return Array.from({ length: last }, (_, index) => toInstant(current - (last - 1 - index) * step));
}

const EMPTY = {
  entries: 0,
  stakes: 0,
  staked_amount: '0',
  payments: 0,
  paid_amount: '0',
  points_updates: 0,
};

/** Merges the counts of all owners into one point per hour or day; periods without counts are zero. */
export function mergeSeries(
  at: readonly string[],
  counts: readonly (Partial<SeriesPoint> & Pick<SeriesPoint, 'at'>)[],
): SeriesPoint[] {
  const points = new Map(at.map((start) => [Date.parse(start), { at: start, ...EMPTY }]));
  for (const { at: start, ...numbers } of counts) {
    const point = points.get(Date.parse(start));
    if (point) Object.assign(point, numbers);
  }
  return [...points.values()];
}
