import type { Game } from '@touchline/api/http/games';
import { formatDayTime } from '@touchline/ui/format';

type TimeField = 'join_opens_at' | 'join_deadline' | 'start_time' | 'end_time';

const LABELS: Readonly<Record<TimeField, { ahead: string; past: string; cancelled: string }>> = {
  join_opens_at: { ahead: 'Joining opens', past: 'Joining opened', cancelled: 'Planned opening' },
  join_deadline: { ahead: 'Joining closes', past: 'Joining closed', cancelled: 'Planned join deadline' },
  start_time: { ahead: 'Starts', past: 'Started', cancelled: 'Planned start' },
  end_time: { ahead: 'Ends', past: 'Ended', cancelled: 'Planned end' },
};

/** Formats a time of a game with its label, which depends on the server's time `now` (epoch ms): ["Started", "Fri 21 Aug, 20:00"]. */
export function formatGameTime(game: Game, field: TimeField, now: number): [label: string, time: string] {
  const { ahead, past, cancelled } = LABELS[field];
  const label = game.status === 'CANCELLED' ? cancelled : Date.parse(game[field]) > now ? ahead : past;
  return [label, formatDayTime(game[field])];
}
