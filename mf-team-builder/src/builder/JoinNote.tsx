import { useHost } from '@touchline/host/host';
import { useNow } from '@touchline/host/use-now';
import { joinWindow } from '@touchline/rules/calendar';
import { formatUpcoming } from '@touchline/ui/format';
import { useBuilder } from '../draft/builder-context.tsx';
import { toTimedGame } from '../game/game.ts';
import classes from './BuilderHeader.module.css';
import type { FirstGameweek } from './first-gameweek.ts';

/** Note on the first gameweek of the team and the matches that no longer count, or why the game can no longer be joined. */
export function JoinNote({ firstGameweek }: { firstGameweek: FirstGameweek | null }) {
  const now = useNow();
  const { calendar } = useHost().config;
  const { game } = useBuilder();
  if (!game || !firstGameweek) return null;
  const { code, reason } = joinWindow(toTimedGame(game), now, calendar);
  if (code === 'CLOSED' || code === 'CANCELLED') return <p className={classes.joining}>{reason}</p>;
  const { gameweek, kickOff } = firstGameweek;
  const time = formatUpcoming(kickOff, now);
  const isUpcoming = kickOff > now;
  return (
    <p className={classes.joining}>
      <span className={classes.long}>
        {isUpcoming
          ? `Your team plays from gameweek ${gameweek}: first kick-off ${time}.`
          : `Gameweek ${gameweek} is in progress: matches that have kicked off do not count for you.`}
      </span>
      <span className={classes.short}>
        {isUpcoming ? `From GW${gameweek}, ${time}` : `GW${gameweek} is live, late entry`}
      </span>
    </p>
  );
}
