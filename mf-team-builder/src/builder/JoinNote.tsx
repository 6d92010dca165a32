import { useNow } from '@touchline/host/use-now';
import { formatWeekdayTime } from '@touchline/ui/format';
import classes from './BuilderHeader.module.css';
import type { Joining } from './first-gameweek.ts';

/** From when on the team plays, and what it has missed. */
export function JoinNote({ joining }: { joining: Joining | null }) {
  const now = useNow();
  if (!joining) return null;
  const { gameweek, kickOff } = joining;
  const time = formatWeekdayTime(kickOff);
  const ahead = kickOff > now;
  return (
    <p className={classes.joining}>
      <span className={classes.long}>
        {ahead
          ? `Your team plays from gameweek ${gameweek}: first kick-off ${time}.`
          : `Gameweek ${gameweek} is on: matches that have kicked off do not count for you.`}
      </span>
      <span className={classes.short}>
        {ahead ? `From GW${gameweek}, ${time}` : `GW${gameweek} is on, you join late`}
      </span>
    </p>
  );
}
