import type { SeriesPoint } from '@touchline/api/http/admin-overview';

const HOUR_MS = 3_600_000;
const STEP_MS = { hour: HOUR_MS, day: 24 * HOUR_MS } as const;

/** The beginnings of the last hours or days (UTC), the running one included; the oldest first. `now` is epoch ms. */
export function listPeriodStarts(per: keyof typeof STEP_MS, last: number, now: number): string[] {
  const step = STEP_MS[per];
  const running = Math.floor(now / step) * step;
  return Array.from({ length: last }, (_, index) =>
    new Date(running - (last - 1 - index) * step).toISOString(),
  );
}

const EMPTY = {
  entries: 0,
  stakes: 0,
  staked_amount: '0',
  payments: 0,
  paid_amount: '0',
  points_updates: 0,
};

/** What each owner counted, put together; hours or days in which nothing happened are in it, with zeros. */
export function mergeSeries(
  at: readonly string[],
  counted: readonly (Partial<SeriesPoint> & Pick<SeriesPoint, 'at'>)[],
): SeriesPoint[] {
  const points = new Map(at.map((begin) => [Date.parse(begin), { at: begin, ...EMPTY }]));
  for (const { at: begin, ...numbers } of counted) {
    const point = points.get(Date.parse(begin));
    if (point) Object.assign(point, numbers);
  }
  return [...points.values()];
}
