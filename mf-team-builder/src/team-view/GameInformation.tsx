import type { Game } from '@touchline/api/http/games';
import { GameStatusBadge } from '@touchline/ui/GameStatusBadge';
import { dayAndTime } from '../dates.ts';
import { tokens } from '../game/timed-game.ts';
import panel from '../page/panel.module.css';
import classes from './team-view.module.css';

const TYPES = { SEASON: 'Season', WEEKLY: 'Weekly', TOURNAMENT: 'Tournament' };

/** The game that the team plays in (VIEW-05). */
export function GameInformation({ game }: { game: Game }) {
  const facts: [string, string][] = [
    ['Game Type', TYPES[game.game_type]],
    ['Entry Fee', `${tokens(game.entry_fee)} FT`],
    ['Start Time', dayAndTime(game.start_time)],
    ['End Time', dayAndTime(game.end_time)],
  ];
  return (
    <section className={panel.panel} aria-labelledby="game-title">
      <div className={classes.panelHead}>
        <h2 id="game-title">Game Information</h2>
        <GameStatusBadge status={game.status} />
      </div>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
