import type { Game } from '@touchline/api/http/games';
import type { LeaderboardRow } from '@touchline/api/http/leaderboard';
import { useHost, useWatched } from '@touchline/host/host';
import { useQuery } from '@touchline/host/query';
import { Button } from '@touchline/ui/base';
import { formatCount, ordinal, plural } from '@touchline/ui/format';
import { pluralPoints } from '../format.ts';
import { DEFAULT_PARAMS } from '../rankings-params.ts';
import classes from './rankings.module.css';
import { leaderboardQuery } from './rankings.queries.ts';

/** Result of the previous game, shown while the section already opens with the next one (RANK-09). */
export function LastResult({ game, onGame }: { game: Game; onGame: (id: string) => void }) {
  const host = useHost();
  const session = useWatched(host.session);
  const wallet = session.user?.wallet_address.toLowerCase() ?? null;
  const { data } = useQuery(leaderboardQuery(host.api, game.id, DEFAULT_PARAMS, wallet));
  const winners = data?.leaderboard.filter(({ rank }) => rank === 1) ?? [];
  const settled = game.settlement === 'FINAL' ? 'is final' : 'is over; points are provisional';
  return (
    <section className={classes.result} aria-label="Last result">
      <p>
        <b>
          {game.name} {settled}.
        </b>{' '}
        {data?.me
          ? `You finished ${ordinal(data.me.rank)} of ${formatCount(data.summary.total_players)} with ${pluralPoints(data.me.earned_points)}.`
          : describeWinners(winners, data?.total ?? 0)}
      </p>
      <Button variant="default" onClick={() => onGame(game.id)}>
        View result
      </Button>
    </section>
  );
}

/** Names every team on the first rank: "Onion Bag and Park the Bus won with 54 points (61 teams)." */
function describeWinners(winners: readonly LeaderboardRow[], teams: number): string {
  const [first] = winners;
  if (!first) return '';
  const names = new Intl.ListFormat('en-GB').format(winners.map(({ team_name }) => team_name));
  return `${names} won with ${pluralPoints(first.earned_points)} (${plural(teams, 'team')}).`;
}
