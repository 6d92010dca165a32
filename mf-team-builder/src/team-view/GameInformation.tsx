import type { Game } from '@touchline/api/http/games';
import { formatDayTime, formatTokens } from '@touchline/ui/format';
import { GameStatusBadge } from '@touchline/ui/GameStatusBadge';
import { FactRows } from '../page/FactRows.tsx';
import panel from '../page/panel.module.css';
import classes from './team-view.module.css';

const GAME_TYPES = { SEASON: 'Season', WEEKLY: 'Weekly', TOURNAMENT: 'Tournament' };

/** Details of the team's game (VIEW-05). */
export function GameInformation({ game }: { game: Game }) {
  const rows: [string, string][] = [
    ['Game Type', GAME_TYPES[game.game_type]],
    ['Entry Fee', `${formatTokens(game.entry_fee)} FT`],
    ['Start Time', formatDayTime(game.start_time)],
    ['End Time', formatDayTime(game.end_time)],
  ];
  return (
    <section className={panel.panel} aria-labelledby="game-title">
      <div className={classes.panelHead}>
        <h2 id="game-title">Game Information</h2>
        <GameStatusBadge status={game.status} />
      </div>
      <dl className={classes.facts}>
        <FactRows rows={rows} />
      </dl>
    </section>
  );
}
