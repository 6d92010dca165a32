import classes from './GameweekBars.module.css';
import { GameweekPlot } from './GameweekPlot.tsx';

interface Bar {
  gameweek: number;
  points: number;
  /** The average of all teams in the game, drawn as a line across the bar. */
  average?: number;
}

interface GameweekBarsProps {
  /** Accessible name. */
  label: string;
  gameweeks: readonly Bar[];
}

/** Points per gameweek as bars, with the average if known. Bars of negative points extend below the baseline. */
export function GameweekBars({ label, gameweeks }: GameweekBarsProps) {
  if (gameweeks.length === 0) return null;
  const values = gameweeks.flatMap(({ points, average = points }) => [points, average]);
  const max = Math.max(1, ...values);
  const min = Math.min(0, ...values);
  const share = (points: number) => `${(points / (max - min)) * 100}%`;
  const baseline = share(-min);
  return (
    <GameweekPlot
      label={label}
      columns={gameweeks.map(({ gameweek, points, average }) => ({
        gameweek,
        description: `Gameweek ${gameweek}: ${points}${average === undefined ? '' : `, average ${average}`}`,
        value: points,
        plot: (
          <>
            <span
              className={classes.bar}
              data-below={points < 0 || undefined}
              style={{
                height: share(Math.abs(points)),
                ...(points < 0 ? { top: `calc(100% - ${baseline})` } : { bottom: baseline }),
              }}
            />
            {average === undefined ? null : (
              <span className={classes.average} style={{ bottom: share(average - min) }} />
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
      Game average
    </span>
  </>
);
