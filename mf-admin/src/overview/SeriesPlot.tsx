import { Box, VisuallyHidden } from '@touchline/ui/base';
import { plural } from '@touchline/ui/format';
import { formatNumber } from '../format.ts';
import classes from './overview.module.css';

interface SeriesPlotProps {
  /** Accessible name. */
  label: string;
  per: 'hour' | 'day';
  /** What is counted, in the singular. */
  unit: string;
  /** The oldest first. */
  points: readonly { at: string; value: number }[];
}

const HEIGHT = 120;
const hours = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  timeZone: 'UTC',
});
const days = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const words = (count: number, unit: string) =>
  unit.endsWith('y') && count !== 1 ? `${formatNumber(count)} ${unit.slice(0, -1)}ies` : plural(count, unit);

/** A bar for each hour or day (UTC), drawn as one SVG; a screen reader hears those with something in them. */
export function SeriesPlot({ label, per, unit, points }: SeriesPlotProps) {
  const max = Math.max(1, ...points.map(({ value }) => value));
  const name = (at: string) => (per === 'hour' ? hours : days).format(new Date(at));
  const busy = points.filter(({ value }) => value > 0);
  const [first, last] = [points[0], points.at(-1)];
  return (
    <figure className={classes.figure} aria-label={label}>
      <div className={classes.plot}>
        <span className={classes.max}>{formatNumber(max)}</span>
        <svg
          viewBox={`0 0 ${points.length} ${HEIGHT}`}
          preserveAspectRatio="none"
          className={classes.bars}
          aria-hidden="true"
        >
          {points.map(({ at, value }, index) => {
            const height = (value / max) * HEIGHT;
            return (
              <g key={at}>
                <title>{`${name(at)}: ${words(value, unit)}`}</title>
                <rect className={classes.column} x={index} y={0} width={1} height={HEIGHT} />
                <rect
                  className={classes.bar}
                  x={index + 0.12}
                  y={HEIGHT - height}
                  width={0.76}
                  height={height}
                />
              </g>
            );
          })}
        </svg>
      </div>
      {first && last ? (
        <div className={classes.axis} aria-hidden="true">
          <span>{name(first.at)}</span>
          <span>{name(last.at)} (UTC)</span>
        </div>
      ) : null}
      <VisuallyHidden>
        {busy.length === 0 ? (
          'Nothing happened.'
        ) : (
          <Box component="ul">
            {busy.map(({ at, value }) => (
              <li key={at}>{`${name(at)}: ${words(value, unit)}`}</li>
            ))}
          </Box>
        )}
      </VisuallyHidden>
    </figure>
  );
}
