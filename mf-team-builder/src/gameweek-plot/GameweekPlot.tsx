import { Box, VisuallyHidden } from '@touchline/ui/base';
import { type ReactNode, useEffect, useRef } from 'react';
import classes from './GameweekPlot.module.css';

export interface GameweekColumn {
  gameweek: number;
  /** The column in words, for screen readers and on hover. */
  words: string;
  /** The number above the column. */
  value: ReactNode;
  /** The drawing. */
  plot: ReactNode;
}

interface GameweekPlotProps {
  /** Accessible name. */
  label: string;
  columns: readonly GameweekColumn[];
  /** The meaning of the colours. */
  legend?: ReactNode;
}

/** With more columns than this there is no room for the numbers above them. */
const MAX_WITH_NUMBERS = 20;

/** A column per gameweek; if they do not all fit, they scroll and start at the latest. */
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
          {columns.map(({ gameweek, words, value, plot }) => (
            <li key={gameweek} title={words}>
              <VisuallyHidden>{words}</VisuallyHidden>
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
