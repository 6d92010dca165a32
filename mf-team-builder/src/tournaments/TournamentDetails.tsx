import type { Game } from '@touchline/api/http/games';
import { dayAndTime } from '../dates.ts';
import { tokens } from '../game/timed-game.ts';
import { Dialog } from '../page/Dialog.tsx';
import { Seats } from './Seats.tsx';
import classes from './tournaments.module.css';

/** What there is to know of a tournament (TOURN-05). Null closes it. */
export function TournamentDetails({ game, onClose }: { game: Game | null; onClose: () => void }) {
  return (
    <Dialog opened={game !== null} onClose={onClose} title={game?.name}>
      {game ? <Details game={game} /> : null}
    </Dialog>
  );
}

function Details({ game }: { game: Game }) {
  const facts: [string, string][] = [
    ['Entry fee', `${tokens(game.entry_fee)} FOOTBALL`],
    ['Joining opens', dayAndTime(game.join_opens_at)],
    ['Join deadline', dayAndTime(game.join_deadline)],
    ['Starts', dayAndTime(game.start_time)],
    ['Ends', dayAndTime(game.end_time)],
  ];
  return (
    <div className={classes.details}>
      <p>{game.description || 'No description.'}</p>
      <Seats game={game} />
      <dl className={classes.sheet}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
