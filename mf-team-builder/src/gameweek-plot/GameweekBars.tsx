import classes from './GameweekBars.module.css';
import { GameweekPlot } from './GameweekPlot.tsx';

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

/** Points per gameweek as bars, beside the average where it is known; negative ones hang. */
export function GameweekBars({ label, gameweeks }: GameweekBarsProps) {
  if (gameweeks.length === 0) return null;
  const values = gameweeks.flatMap(({ points, average = points }) => [points, average]);
  const most = Math.max(1, ...values);
  const least = Math.min(0, ...values);
  const share = (points: number) => `${(points / (most - least)) * 100}%`;
  const ground = share(-least);
  return (
    <GameweekPlot
      label={label}
      columns={gameweeks.map(({ gameweek, points, average }) => ({
        gameweek,
        words: `Gameweek ${gameweek}: ${points}${average === undefined ? '' : `, average ${average}`}`,
        value: points,
        plot: (
          <>
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
          </>
        ),
      }))}
      legend={gameweeks.some(({ average }) => average !== undefined) ? <Legend /> : null}
    />
  );
}

const Legend = () => (
  <>
    <span className={classes.key}>Your points</span>
    <span className={classes.key} data-key="average">
      Average of the game
    </span>
  </>
);
