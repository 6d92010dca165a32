import { Box, VisuallyHidden } from '@touchline/ui/base';
import { type ReactNode, useEffect, useRef } from 'react';
import classes from './GameweekPlot.module.css';

export interface GameweekColumn {
  gameweek: number;
  /** What the column says, to a screen reader and on hover. */
  words: string;
  /** The figure above it. */
  value: ReactNode;
  /** What is drawn in it. */
  plot: ReactNode;
}

interface GameweekPlotProps {
  /** What is plotted, to a screen reader. */
  label: string;
  columns: readonly GameweekColumn[];
  /** What the colours mean. */
  legend?: ReactNode;
}

/** From here on the figures stand only in the words of a column: there is no room for them. */
const MANY = 20;

/** A column per gameweek; where they do not all fit they scroll, and the latest are seen first. */
export function GameweekPlot({ label, columns, legend }: GameweekPlotProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const last = columns.length;
  useEffect(() => {
    if (scroller.current && last > 0) scroller.current.scrollLeft = scroller.current.scrollWidth;
  }, [last]);
  return (
    <figure className={classes.figure}>
      <Box ref={scroller} className={classes.scroller ?? ''} tabIndex={0} role="region" aria-label={label}>
        <ol className={classes.columns} data-many={last > MANY || undefined}>
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
