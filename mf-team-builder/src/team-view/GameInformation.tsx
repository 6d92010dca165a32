import type { Game } from '@touchline/api/http/games';
import { useHost } from '@touchline/host/host';
import { Group } from '@touchline/ui/base';
import { formatDate, formatDayTime, formatTime, formatTokens } from '@touchline/ui/format';
import { GameStatusBadge } from '@touchline/ui/GameStatusBadge';
import { FactRows } from '../page/FactRows.tsx';
import panel from '../page/panel.module.css';
import classes from './team-view.module.css';

const GAME_TYPES = { SEASON: 'Season', WEEKLY: 'Weekly', TOURNAMENT: 'Tournament' };

/** Details of the team's game (VIEW-05). */
export function GameInformation({ game }: { game: Game }) {
  const now = useHost().api.now();
  const rows: [string, string][] = [
    ['Game Type', GAME_TYPES[game.game_type]],
    ['Entry Fee', `${formatTokens(game.entry_fee)} FT`],
    ['Start Time', formatDayTimeWithYear(game.start_time, now)],
    ['End Time', formatDayTimeWithYear(game.end_time, now)],
  ];
  return (
    <section className={panel.panel} aria-labelledby="game-title">
      <Group justify="space-between" wrap="nowrap">
        <h2 id="game-title">Game Information</h2>
        <GameStatusBadge status={game.status} />
      </Group>
      <dl className={classes.facts}>
        <FactRows rows={rows} />
      </dl>
    </section>
  );
}

/** "Sun 23 May, 18:30"; in another year than `now` "23 May 2027, 18:30". */
const formatDayTimeWithYear = (instant: string, now: number) =>
  new Date(instant).getFullYear() === new Date(now).getFullYear()
    ? formatDayTime(instant)
    : `${formatDate(instant)}, ${formatTime(instant)}`;
