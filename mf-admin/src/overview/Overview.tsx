import { adminSeries, type SeriesPoint } from '@touchline/api/http/admin-overview';
import { Stack } from '@touchline/ui/base';
import { SegmentedControl } from '@touchline/ui/forms';
import { useState } from 'react';
import { LIST, useAdminQuery } from '../admin.queries.ts';
import { Loaded } from '../components/Loaded.tsx';
import { Panel } from '../components/Panel.tsx';
import { formatNumber } from '../format.ts';
import classes from './overview.module.css';
import { SeriesPlot } from './SeriesPlot.tsx';
import { Wallets } from './Wallets.tsx';

const SPANS = {
  hours: { label: 'Last 48 hours', per: 'hour', last: 48 },
  days: { label: 'Last 30 days', per: 'day', last: 30 },
  season: { label: 'Last 300 days', per: 'day', last: 300 },
} as const;
type Span = keyof typeof SPANS;

const PLOTS: readonly {
  title: string;
  unit: string;
  value(point: SeriesPoint): number;
  /** Amount in FT; absent for events without a payment. */
  amount?(point: SeriesPoint): number;
}[] = [
  { title: 'Entries', unit: 'entry', value: ({ entries }) => entries },
  {
    title: 'Stakes',
    unit: 'stake',
    value: ({ stakes }) => stakes,
    amount: ({ staked_amount }) => Number(staked_amount),
  },
  {
    title: 'Payments',
    unit: 'payment',
    value: ({ payments }) => payments,
    amount: ({ paid_amount }) => Number(paid_amount),
  },
  { title: 'Points updates', unit: 'update', value: ({ points_updates }) => points_updates },
];

/** Balances of our wallets, and charts of entries, stakes, payments and points updates over time. */
export function Overview() {
  const [span, setSpan] = useState<Span>('days');
  const { per, last } = SPANS[span];
  const query = useAdminQuery(
    adminSeries,
    { query: { per, last: String(last) } },
    { ...LIST, refetchInterval: 60_000 },
  );
  return (
    <Stack>
      <div className={classes.plots}>
        <Wallets />
      </div>
      <SegmentedControl
        aria-label="Time"
        data={Object.entries(SPANS).map(([value, { label }]) => ({ value, label }))}
        value={span}
        onChange={(value) => setSpan(value as Span)}
        className={classes.span ?? ''}
      />
      <Loaded query={query} what="the overview" rows={4} cardHeight={220}>
        {(data) => (
          <div className={classes.plots}>
            {PLOTS.map(({ title, unit, value, amount }) => (
              <Panel
                key={title}
                title={title}
                aside={<Total points={data.series} value={value} amount={amount} />}
              >
                <SeriesPlot
                  label={`${title}, ${SPANS[span].label.toLowerCase()}`}
                  per={per}
                  unit={unit}
                  points={data.series.map((point) => ({ at: point.at, value: value(point) }))}
                />
              </Panel>
            ))}
          </div>
        )}
      </Loaded>
    </Stack>
  );
}

interface TotalProps {
  points: readonly SeriesPoint[];
  value(point: SeriesPoint): number;
  amount: ((point: SeriesPoint) => number) | undefined;
}

function Total({ points, value, amount }: TotalProps) {
  const sum = (read: (point: SeriesPoint) => number) =>
    points.reduce((total, point) => total + read(point), 0);
  return (
    <span className={classes.total}>
      {formatNumber(sum(value))}
      {amount ? ` (${formatNumber(sum(amount))} FT)` : ''}
    </span>
  );
}
