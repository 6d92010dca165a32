import { useHost } from '@touchline/host/host';
import { useNow } from '@touchline/host/use-now';
import { joinWindow } from '@touchline/rules/calendar';
import { formatUpcoming } from '@touchline/ui/format';
import { useBuilder } from '../draft/builder-context.ts';
import { hasMatchLeft, NO_MATCH_LEFT, toTimedGame } from '../game/game.ts';
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
  const [long, short] = hasMatchLeft(game, now, calendar)
    ? describeGameweek(firstGameweek, now)
    : [NO_MATCH_LEFT, 'No match left: scores nothing'];
  return (
    <p className={classes.joining}>
      <span className={classes.long}>{long}</span>
      <span className={classes.short}>{short}</span>
    </p>
  );
}

function describeGameweek({ gameweek, kickOff }: FirstGameweek, now: number): [long: string, short: string] {
  const time = formatUpcoming(kickOff, now);
  if (kickOff > now)
    return [
      `Your team plays from gameweek ${gameweek}: first kick-off ${time}.`,
      `From GW${gameweek}, ${time}`,
    ];
  return [
    `Gameweek ${gameweek} is in progress: matches that have kicked off do not count for you.`,
    `GW${gameweek} is live, late entry`,
  ];
}
