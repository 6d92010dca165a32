import { useNow } from '@touchline/host/use-now';
import { formatWeekdayTime } from '@touchline/ui/format';
import classes from './BuilderHeader.module.css';
import type { Joining } from './joining.ts';

/** From when on the team plays, and what it has missed. */
export function JoinNote({ joining }: { joining: Joining | null }) {
  const now = useNow();
  if (!joining) return null;
  const { gameweek, kickOff } = joining;
  return (
    <p className={classes.joining}>
      {kickOff > now
        ? `You join at gameweek ${gameweek}: first kick-off ${formatWeekdayTime(kickOff)}.`
        : `Gameweek ${gameweek} is on: matches that have kicked off do not count for you.`}
    </p>
  );
}
