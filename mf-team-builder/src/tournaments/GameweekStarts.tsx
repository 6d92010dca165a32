import { useHost } from '@touchline/host/host';
import { useQuery } from '@touchline/host/query';
import { Button } from '@touchline/ui/base';
import { weekdayAndTime } from '../dates.ts';
import { bootstrapQuery } from '../football/football.queries.ts';
import classes from './tournaments.module.css';

/** How many gameweeks ahead are offered. */
const AHEAD = 3;

/** The first kick-offs to come: a tournament that starts with one has all matches of its gameweek. */
export function GameweekStarts({ onPick }: { onPick: (start: string) => void }) {
  const { api } = useHost();
  const { data } = useQuery(bootstrapQuery(api));
  const ahead = (data?.gameweeks ?? []).flatMap(({ id, start_time }) =>
    start_time && Date.parse(start_time) > api.now() ? [{ id, start_time }] : [],
  );
  if (ahead.length === 0) return null;
  return (
    <fieldset className={classes.starts}>
      <legend>Start with a gameweek</legend>
      {ahead.slice(0, AHEAD).map(({ id, start_time }) => (
        <Button key={id} variant="default" onClick={() => onPick(start_time)}>
          GW{id} · {weekdayAndTime(start_time)}
        </Button>
      ))}
    </fieldset>
  );
}
