import { expect, test } from 'vitest';
import { extractMetrics } from './extract-metrics.ts';

test.each([
  ['max by (service) (up{service!=""}) == 0 or absent(up{service="games"})', ['up']],
  [
    'sum by (service, le) (rate(a_bucket{route!~".*live.*"}[5m])) / sum(b_total) > 0.01',
    ['a_bucket', 'b_total'],
  ],
  ['time() - max(a_seconds) > 600', ['a_seconds']],
  ['max(a) <= max(a offset 10m) or max(b{x="y"})', ['a', 'b']],
])('extractMetrics finds the metrics of %s: %j', (expression, metrics) =>
  expect(extractMetrics(expression)).toEqual(metrics),
);
