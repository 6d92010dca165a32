import type { Game } from '@touchline/api/http/games';
import { useHost, useWatched } from '@touchline/host/host';
import { useQuery } from '@touchline/host/query';
import { Button } from '@touchline/ui/base';
import { formatPointsShort, ordinal, plural } from '@touchline/ui/format';
import { DEFAULT_PARAMS } from '../rankings-params.ts';
import classes from './rankings.module.css';
import { leaderboardOf } from './rankings.queries.ts';

/** What came of the last game, while the section already shows the next one (RANK-09). */
export function LastResult({ game, onGame }: { game: Game; onGame: (id: string) => void }) {
  const host = useHost();
  const session = useWatched(host.session);
  const wallet = session.user?.wallet_address.toLowerCase() ?? null;
  const { data } = useQuery(leaderboardOf(host.api, game.id, DEFAULT_PARAMS, wallet));
  const [best] = data?.leaderboard ?? [];
  const settled = game.settlement === 'FINAL' ? 'is final' : 'is over, points provisional';
  return (
    <section className={classes.result} aria-label="Last result">
      <p>
        <b>
          {game.name} {settled}.
        </b>{' '}
        {data?.me
          ? `You came ${ordinal(data.me.rank)} of ${data.summary.total_players} with ${formatPointsShort(data.me.earned_points)}.`
          : best
            ? `${best.team_name} won with ${formatPointsShort(best.earned_points)}, ${plural(data?.total ?? 0, 'team')}.`
            : ''}
      </p>
      <Button variant="default" onClick={() => onGame(game.id)}>
        See it
      </Button>
    </section>
  );
}
