import type { Game } from '@touchline/api/http/games';
import type { Leaderboard } from '@touchline/api/http/leaderboard';
import { formatCount, formatPoints } from '@touchline/ui/format';
import { NumberTick } from '@touchline/ui/NumberTick';
import { PointsAge } from './PointsAge.tsx';
import classes from './rankings.module.css';

interface SummaryProps {
  game: Game;
  summary: Leaderboard['summary'] | undefined;
}

/** Key figures of the game in one line (DATA-13), with their age while the feed is delayed. */
export function Summary({ game, summary }: SummaryProps) {
  const renderFigure = (value: number | undefined, format: (value: number) => string) =>
    value === undefined ? '-' : <NumberTick value={value} format={format} />;
  return (
    <>
      {game.status === 'ACTIVE' && summary?.gameweek ? <PointsAge gameweek={summary.gameweek} /> : null}
      <div className={classes.stats} aria-busy={!summary}>
        <div>
          <span>Teams</span>
          <b>{renderFigure(summary?.total_players, formatCount)}</b>
        </div>
        <div>
          <span>Top score</span>
          <b className={classes.top}>{renderFigure(summary?.top_score, formatPoints)}</b>
        </div>
        <div>
          <span>Average score</span>
          <b>{renderFigure(summary?.average_score, formatPoints)}</b>
        </div>
        <div>
          <span>Gameweek</span>
          <b>{summary ? (summary.gameweek ?? 'Not started') : '-'}</b>
        </div>
      </div>
    </>
  );
}
