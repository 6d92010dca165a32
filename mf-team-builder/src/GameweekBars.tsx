import classes from './GameweekBars.module.css';

interface GameweekBarsProps {
  /** What the bars are of, to a screen reader. */
  label: string;
  gameweeks: readonly { gameweek: number; points: number }[];
}

/** Points per gameweek as bars; negative ones hang. */
export function GameweekBars({ label, gameweeks }: GameweekBarsProps) {
  if (gameweeks.length === 0) return null;
  const most = Math.max(1, ...gameweeks.map(({ points }) => points));
  const least = Math.min(0, ...gameweeks.map(({ points }) => points));
  const height = (points: number) => `${(Math.abs(points) / (most - least)) * 100}%`;
  const ground = `${(-least / (most - least)) * 100}%`;
  return (
    <ol className={classes.bars} aria-label={label}>
      {gameweeks.map(({ gameweek, points }) => (
        <li key={gameweek} title={`GW${gameweek}: ${points}`}>
          <span className={classes.value}>{points}</span>
          <span className={classes.plot} aria-hidden="true">
            <span
              className={classes.bar}
              data-below={points < 0 || undefined}
              style={{
                height: height(points),
                ...(points < 0 ? { top: `calc(100% - ${ground})` } : { bottom: ground }),
              }}
            />
          </span>
          <span className={classes.gameweek}>
            <span className={classes.words}>Gameweek </span>
            {gameweek}
          </span>
        </li>
      ))}
    </ol>
  );
}
