import { Box } from '@touchline/ui/base';
import { useEffect, useRef } from 'react';
import classes from './GameweekBars.module.css';

interface Bar {
  gameweek: number;
  points: number;
  /** What everybody had on average; drawn as a line across the bar. */
  average?: number;
}

interface GameweekBarsProps {
  /** What the bars are of, to a screen reader. */
  label: string;
  gameweeks: readonly Bar[];
}

/** From here on the figures stand only in the words of a bar: there is no room for them. */
const MANY = 20;

/** Points per gameweek as bars, beside the average where it is known; negative ones hang. */
export function GameweekBars({ label, gameweeks }: GameweekBarsProps) {
  const bars = useRef<HTMLDivElement>(null);
  const last = gameweeks.length;
  // Where they do not all fit, the latest are seen first.
  useEffect(() => {
    if (bars.current && last > 0) bars.current.scrollLeft = bars.current.scrollWidth;
  }, [last]);
  if (gameweeks.length === 0) return null;
  const values = gameweeks.flatMap(({ points, average = points }) => [points, average]);
  const most = Math.max(1, ...values);
  const least = Math.min(0, ...values);
  const share = (points: number) => `${(points / (most - least)) * 100}%`;
  const ground = share(-least);
  const averages = gameweeks.some(({ average }) => average !== undefined);
  return (
    <figure className={classes.figure}>
      <Box ref={bars} className={classes.scroller ?? ''} tabIndex={0} role="region" aria-label={label}>
        <ol className={classes.bars} data-many={gameweeks.length > MANY || undefined}>
          {gameweeks.map(({ gameweek, points, average }) => (
            <li key={gameweek} title={words(gameweek, points, average)}>
              <span className={classes.words}>{words(gameweek, points, average)}</span>
              <span className={classes.value} aria-hidden="true">
                {points}
              </span>
              <span className={classes.plot} aria-hidden="true">
                <span
                  className={classes.bar}
                  data-below={points < 0 || undefined}
                  style={{
                    height: share(Math.abs(points)),
                    ...(points < 0 ? { top: `calc(100% - ${ground})` } : { bottom: ground }),
                  }}
                />
                {average === undefined ? null : (
                  <span className={classes.average} style={{ bottom: share(average - least) }} />
                )}
              </span>
              <span className={classes.gameweek} aria-hidden="true">
                {gameweek}
              </span>
            </li>
          ))}
        </ol>
      </Box>
      {averages ? (
        <figcaption className={classes.legend}>
          <span data-key="own">Your points</span>
          <span data-key="average">Average of the game</span>
        </figcaption>
      ) : null}
    </figure>
  );
}

function words(gameweek: number, points: number, average: number | undefined): string {
  return `Gameweek ${gameweek}: ${points}${average === undefined ? '' : `, average ${average}`}`;
}
