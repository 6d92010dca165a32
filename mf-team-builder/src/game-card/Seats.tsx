import type { Game } from '@touchline/api/http/games';
import { formatTeams } from '../game/game.ts';
import classes from './game-card.module.css';

/** Number of taken seats, or of the teams of a game without a limit. `now` is the server's time in epoch ms. */
export function Seats({ game, now }: { game: Game; now: number }) {
  const { current_participants: taken, max_participants: seats } = game;
  if (seats === null) return <div className={classes.seats}>{formatTeams(game, now)}</div>;
  const share = Math.min(1, taken / seats);
  return (
    <div className={classes.seats}>
      <span>
        <b>{taken}</b> of {seats} teams
      </span>
      <span className={classes.bar} aria-hidden="true">
        <span style={{ width: `${share * 100}%` }} data-full={share === 1 || undefined} />
      </span>
    </div>
  );
}
