import type { Game } from '@touchline/api/http/games';
import { formatDayTime } from '@touchline/ui/format';
import { entryFeeText } from '../game/game.ts';
import { Dialog } from '../page/Dialog.tsx';
import { Seats } from './Seats.tsx';
import classes from './tournaments.module.css';

/** Details of a tournament (TOURN-05); null closes the dialog. */
export function TournamentDetails({ game, onClose }: { game: Game | null; onClose: () => void }) {
  return (
    <Dialog opened={game !== null} onClose={onClose} title={game?.name}>
      {game ? <Details game={game} /> : null}
    </Dialog>
  );
}

function Details({ game }: { game: Game }) {
  const facts: [string, string][] = [
    ['Entry fee', entryFeeText(game)],
    ['Joining opens', formatDayTime(game.join_opens_at)],
    ['Join deadline', formatDayTime(game.join_deadline)],
    ['Starts', formatDayTime(game.start_time)],
    ['Ends', formatDayTime(game.end_time)],
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
