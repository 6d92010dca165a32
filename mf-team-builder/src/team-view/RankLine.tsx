import type { ParticipationGameweek } from '@touchline/api/http/entries';
import { Stack } from '@touchline/ui/base';
import { formatCount } from '@touchline/ui/format';
import { GameweekPlot } from '../gameweek-plot/GameweekPlot.tsx';
import classes from './RankLine.module.css';

/** The team's rank after each gameweek, best rank at the top. Renders nothing until two ranks are known. */
export function RankLine({ gameweeks }: { gameweeks: readonly ParticipationGameweek[] }) {
  const ranks = gameweeks.flatMap(({ rank }) => rank ?? []);
  if (ranks.length < 2) return null;
  const best = Math.min(...ranks);
  const worst = Math.max(...ranks);
  /** Distance from the top in percent. */
  const toDepth = (rank: number) => (worst === best ? 50 : 12 + (76 * (rank - best)) / (worst - best));
  return (
    <Stack component="section" gap={8} aria-labelledby="ranks-title">
      <h3 id="ranks-title" className={classes.title}>
        Rank after each gameweek
      </h3>
      <GameweekPlot
        label="Rank after each gameweek, plotted"
        columns={gameweeks.map(({ gameweek, rank }, index) => {
          const previous = gameweeks[index - 1]?.rank ?? null;
          const shown = rank === null ? null : formatCount(rank);
          return {
            gameweek,
            description: `Gameweek ${gameweek}: ${shown === null ? 'rank unknown' : `rank ${shown}`}`,
            value: shown ?? '-',
            plot:
              rank === null ? null : (
                <>
                  {previous === null ? null : <Segment from={toDepth(previous)} to={toDepth(rank)} />}
                  <span className={classes.dot} style={{ top: `${toDepth(rank)}%` }} />
                </>
              ),
          };
        })}
      />
    </Stack>
  );
}

/** A line from the middle of the previous column to the middle of this one. */
function Segment({ from, to }: { from: number; to: number }) {
  return (
    <svg className={classes.segment} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      <title>Change from the previous rank</title>
      <line x1="0" y1={from} x2="100" y2={to} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
