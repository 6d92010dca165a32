import { Box, VisuallyHidden } from '@touchline/ui/base';
import { plural } from '@touchline/ui/format';
import { formatNumber } from '../format.ts';
import classes from './overview.module.css';

interface SeriesPlotProps {
  /** Accessible name. */
  label: string;
  per: 'hour' | 'day';
  /** Singular noun for the counted items. */
  unit: string;
  /** Oldest first. */
  points: readonly { at: string; value: number }[];
}

const HEIGHT = 120;
const hourFormat = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  timeZone: 'UTC',
});
const dayFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const formatCount = (count: number, unit: string) =>
  unit.endsWith('y') && count !== 1 ? `${formatNumber(count)} ${unit.slice(0, -1)}ies` : plural(count, unit);

/** Bar chart with one bar per hour or day (UTC), drawn as one SVG. Screen readers get a list of the non-empty bars. */
export function SeriesPlot({ label, per, unit, points }: SeriesPlotProps) {
  const max = Math.max(1, ...points.map(({ value }) => value));
  const formatTime = (at: string) => (per === 'hour' ? hourFormat : dayFormat).format(new Date(at));
  const nonEmpty = points.filter(({ value }) => value > 0);
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
                <title>{`${formatTime(at)}: ${formatCount(value, unit)}`}</title>
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
          <span>{formatTime(first.at)}</span>
          <span>{formatTime(last.at)} (UTC)</span>
        </div>
      ) : null}
      <VisuallyHidden>
        {nonEmpty.length === 0 ? (
          'No activity.'
        ) : (
          <Box component="ul">
            {nonEmpty.map(({ at, value }) => (
              <li key={at}>{`${formatTime(at)}: ${formatCount(value, unit)}`}</li>
            ))}
          </Box>
        )}
      </VisuallyHidden>
    </figure>
  );
}
