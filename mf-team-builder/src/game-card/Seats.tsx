import type { Game } from '@touchline/api/http/games';
import classes from './game-card.module.css';

/** Number of taken seats; renders nothing if it is unknown (TOURN-05). */
export function Seats({ game }: { game: Partial<Pick<Game, 'current_participants' | 'max_participants'>> }) {
  const { current_participants: taken, max_participants: seats } = game;
  if (taken === undefined || !seats) return null;
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
