import type { ParticipationGameweek } from '@touchline/api/http/entries';
import { GameweekPlot } from '../gameweek-plot/GameweekPlot.tsx';
import classes from './RankLine.module.css';

/** Where the team stood after each gameweek, the best rank at the top; from the second gameweek on. */
export function RankLine({ gameweeks }: { gameweeks: readonly ParticipationGameweek[] }) {
  const ranks = gameweeks.flatMap(({ rank }) => rank ?? []);
  if (ranks.length < 2) return null;
  const best = Math.min(...ranks);
  const worst = Math.max(...ranks);
  /** Percent from the top. */
  const depth = (rank: number) => (worst === best ? 50 : 12 + (76 * (rank - best)) / (worst - best));
  return (
    <section className={classes.ranks} aria-labelledby="ranks-title">
      <h3 id="ranks-title" className={classes.title}>
        Rank after each gameweek
      </h3>
      <GameweekPlot
        label="Rank after each gameweek, plotted"
        columns={gameweeks.map(({ gameweek, rank }, index) => {
          const before = gameweeks[index - 1]?.rank ?? null;
          const shown = rank === null ? null : rank.toLocaleString('en-GB');
          return {
            gameweek,
            words: `Gameweek ${gameweek}: ${shown === null ? 'rank not known' : `rank ${shown}`}`,
            value: shown ?? '-',
            plot:
              rank === null ? null : (
                <>
                  {before === null ? null : <Segment from={depth(before)} to={depth(rank)} />}
                  <span className={classes.dot} style={{ top: `${depth(rank)}%` }} />
                </>
              ),
          };
        })}
      />
    </section>
  );
}

/** From the middle of the column before to the middle of this one. */
function Segment({ from, to }: { from: number; to: number }) {
  return (
    <svg className={classes.segment} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      <title>Way from the rank before</title>
      <line x1="0" y1={from} x2="100" y2={to} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
