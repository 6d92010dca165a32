import { useHost } from '@touchline/host/host';
import { useQuery } from '@touchline/host/query';
import { Button } from '@touchline/ui/base';
import { formatUpcoming } from '@touchline/ui/format';
import { getBootstrapQueryOptions } from '../football/football.queries.ts';
import classes from './tournaments.module.css';

const GAMEWEEKS_OFFERED = 3;

/** Buttons for the starts of the next gameweeks. A tournament that starts with a gameweek includes all its matches. */
export function GameweekStarts({ onPick }: { onPick: (start: string) => void }) {
  const { api } = useHost();
  const { data } = useQuery(getBootstrapQueryOptions(api));
  const upcoming = (data?.gameweeks ?? []).flatMap(({ id, start_time }) =>
    start_time && Date.parse(start_time) > api.now() ? [{ id, start_time }] : [],
  );
  if (upcoming.length === 0) return null;
  return (
    <fieldset className={classes.starts}>
      <legend>Start with a gameweek</legend>
      {upcoming.slice(0, GAMEWEEKS_OFFERED).map(({ id, start_time }) => (
        <Button key={id} variant="default" onClick={() => onPick(start_time)}>
          GW{id} · {formatUpcoming(start_time, api.now())}
        </Button>
      ))}
    </fieldset>
  );
}
