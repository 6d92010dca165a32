import { useHost } from '@touchline/host/host';
import { useQuery } from '@touchline/host/query';
import { Countdown } from '@touchline/ui/Countdown';
import { formatPrize, formatUpcoming } from '@touchline/ui/format';
import classes from './HomePage.module.css';
import { nextGameQuery } from './match-centre.queries.ts';

/** The next weekly game, its first prize and the time until its first kick-off. */
export function NextDeadline() {
  const host = useHost();
  const { data: game, refetch } = useQuery(nextGameQuery(host));
  if (!game) return <div className={classes.deadline} />;
  const { first_prize, token } = game.prizes;
  return (
    <section className={classes.deadline} aria-label="Next deadline">
      <p>
        <b>{game.name}</b>
        <span>
          Starts {formatUpcoming(game.start_time, host.api.now())}
          {first_prize === '0' ? null : `, first prize ${formatPrize(first_prize, token)}`}
        </span>
      </p>
      <Countdown
        key={game.id}
        target={Date.parse(game.start_time)}
        now={host.api.now}
        label="Next deadline"
        onElapsed={() => void refetch()}
      />
    </section>
  );
}
