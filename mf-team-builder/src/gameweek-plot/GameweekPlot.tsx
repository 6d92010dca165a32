import { Box, VisuallyHidden } from '@touchline/ui/base';
import { type ReactNode, useEffect, useRef } from 'react';
import classes from './GameweekPlot.module.css';

export interface GameweekColumn {
  gameweek: number;
  /** Text for screen readers and the tooltip. */
  description: string;
  /** Number above the column. */
  value: ReactNode;
  /** The bar or point itself. */
  plot: ReactNode;
}

interface GameweekPlotProps {
  /** Accessible name. */
  label: string;
  columns: readonly GameweekColumn[];
  /** Explanation of the colours. */
  legend?: ReactNode;
}

/** Above this number of columns, the values above them do not fit. */
const MAX_WITH_NUMBERS = 20;

/** One column per gameweek. Columns that do not fit scroll, starting at the latest gameweek. */
export function GameweekPlot({ label, columns, legend }: GameweekPlotProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const last = columns.length;
  useEffect(() => {
    if (scroller.current && last > 0) scroller.current.scrollLeft = scroller.current.scrollWidth;
  }, [last]);
  return (
    <figure className={classes.figure}>
      <Box ref={scroller} className={classes.scroller ?? ''} tabIndex={0} role="region" aria-label={label}>
        <ol className={classes.columns} data-many={last > MAX_WITH_NUMBERS || undefined}>
          {columns.map(({ gameweek, description, value, plot }) => (
            <li key={gameweek} title={description}>
              <VisuallyHidden>{description}</VisuallyHidden>
              <span className={classes.value} aria-hidden="true">
                {value}
              </span>
              <span className={classes.plot} aria-hidden="true">
                {plot}
              </span>
              <span className={classes.gameweek} aria-hidden="true">
                {gameweek}
              </span>
            </li>
          ))}
        </ol>
      </Box>
      {legend ? <figcaption className={classes.legend}>{legend}</figcaption> : null}
    </figure>
  );
}
