import type { MyPrize } from '@touchline/api/http/prizes';
import { useHost } from '@touchline/host/host';
import { hasFirstLoadFailed } from '@touchline/host/load-errors';
import { useQuery } from '@touchline/host/query';
import { Link } from '@touchline/host/router';
import { useLive } from '@touchline/host/use-live';
import { useNow } from '@touchline/host/use-now';
import { Text } from '@touchline/ui/base';
import { formatDayTime, formatPrize } from '@touchline/ui/format';
import { MY_PRIZES_KEY, myPrizesQuery } from './my-prizes.query.ts';

/** Prizes that are waiting or claimable, with a link to My Teams. Renders nothing without any. */
export function WalletPrizes({ wallet }: { wallet: string }) {
  const host = useHost();
  useLive(['prizes'], [MY_PRIZES_KEY]);
  const now = useNow();
  const query = useQuery(myPrizesQuery(host, wallet));
  if (hasFirstLoadFailed(query))
    return <Text size="sm">Your prizes could not be loaded. They are safe.</Text>;
  const due = query.data?.filter(({ state }) => state === 'DUE') ?? [];
  if (due.length === 0) return null;
  return (
    <section aria-label="Prizes">
      {due.map((prize) => (
        <Text size="sm" key={prize.participation_id}>
          <b>{formatPrize(prize.amount, prize.token)}</b> {describeClaim(prize, now)} ({prize.game_name})
        </Text>
      ))}
      <Link to="/my-team">See prizes in My Teams</Link>
    </section>
  );
}

/** Describes an unpaid prize. Its `claim` is set before the vault accepts it. */
function describeClaim({ claim, claims_open_at, reclaimed }: MyPrize, now: number): string {
  if (reclaimed) return 'won and still owed to you, contact support';
  if (claims_open_at !== null && now < Date.parse(claims_open_at))
    return `won, claimable from ${formatDayTime(claims_open_at)}`;
  return claim ? 'to claim' : 'won, waiting';
}
