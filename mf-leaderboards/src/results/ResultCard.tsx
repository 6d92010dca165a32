import type { SettledGame } from '@touchline/api/http/results';
import { Link } from '@touchline/host/router';
import { Title } from '@touchline/ui/base';
import { formatDate, formatPrize } from '@touchline/ui/format';
import { pluralEntries } from '../format.ts';
import { PaymentState } from './PaymentState.tsx';
import { Podium } from './Podium.tsx';
import classes from './results.module.css';

/** A settled game in the list of results. */
export function ResultCard({ result }: { result: SettledGame }) {
  const { game_id, name, end_time, entries, token, pool, podium } = result;
  return (
    <li className={classes.panel}>
      <div className={classes.head}>
        <Title order={2} size="h3" mb={4}>
          <Link to={`/results/${game_id}`}>{name}</Link>
        </Title>
        <PaymentState payment={result} />
      </div>
      <p className={classes.muted}>
        {formatDate(end_time)}, {pluralEntries(entries)}
        {entries === 0 ? null : `, prize pool ${formatPrize(pool, token)}`}
      </p>
      <Podium teams={podium.slice(0, 3)} token={token} />
    </li>
  );
}
