import type { Game } from '@touchline/api/http/games';
import { useHost } from '@touchline/host/host';
import { useLoadError } from '@touchline/host/load-errors';
import { useQuery } from '@touchline/host/query';
import { Link } from '@touchline/host/router';
import { formatCoefficient } from '@touchline/rules/tiers';
import { Stack, Text } from '@touchline/ui/base';
import { ErrorState } from '@touchline/ui/ErrorState';
import { formatCount, formatPoints } from '@touchline/ui/format';
import { NumberTick } from '@touchline/ui/NumberTick';
import { ShareButton } from '@touchline/ui/ShareButton';
import { PitchSkeleton } from '@touchline/ui/skeletons';
import type { ReactNode } from 'react';
import { isMissing } from '../is-missing.ts';
import type { DisplayRow } from '../leaderboard/display-row.ts';
import { NoRank } from '../leaderboard/Rank.tsx';
import { Manager } from '../Manager.tsx';
import { Lineup } from './Lineup.tsx';
import { TeamComparison } from './TeamComparison.tsx';
import { teamQuery } from './team.query.ts';
import classes from './team-preview.module.css';
import { WatchPlayers } from './WatchPlayers.tsx';

export interface TeamSheetProps {
  game: Game;
  team: string;
  /** Its row, if it is on the current page. */
  row: DisplayRow | null;
  /** False until a team of the table has points. */
  ranked: boolean;
  /** Id of the user's own entry in the game; null without one. */
  mine: string | null;
  /** Content below the team. */
  children?: ReactNode;
}

/** Totals of a team, and its players whose matches have kicked off. */
export function TeamSheet({ game, team, row, ranked, mine, children }: TeamSheetProps) {
  const { api } = useHost();
  const query = useQuery(teamQuery(api, game.id, team));
  const error = useLoadError(query);
  if (!query.data && error) {
    const missing = isMissing(error);
    return (
      <ErrorState
        title={missing ? 'This team is not in this game' : 'Failed to load the team'}
        {...(missing ? {} : { onRetry: () => void query.refetch() })}
        retrying={query.isFetching}
      >
        {missing ? `This link doesn't match a team in ${game.name}.` : 'Check your connection.'}
      </ErrorState>
    );
  }
  return (
    <Stack gap="sm">
      {row ? <Totals row={row} ranked={ranked} /> : null}
      {query.data ? <Lineup lineup={query.data} named={row !== null} /> : <PitchSkeleton />}
      {query.data?.formation && mine !== null && mine !== team ? (
        <TeamComparison game={game} theirs={query.data.players} mine={mine} />
      ) : null}
      {query.data ? <WatchPlayers players={query.data.players} /> : null}
      {children}
      {row && mine !== null && mine !== team ? (
        <Link className={classes.link} to={`/results/mine?against=${row.wallet_address}`}>
          All-time table against this manager
        </Link>
      ) : null}
      {query.data ? (
        <ShareButton
          title={`${query.data.team_name} in ${game.name}`}
          path={`/rankings?game=${game.id}&team=${team}`}
        />
      ) : null}
      {query.data ? (
        <Link className={classes.link} to={`/verify?team=${team}`}>
          Verify this lineup
        </Link>
      ) : null}
    </Stack>
  );
}

function Totals({ row, ranked }: { row: DisplayRow; ranked: boolean }) {
  return (
    <>
      <Text fz="0.8125rem" c="dimmed" className="tl-figures" title={row.wallet_address}>
        <Manager wallet={row.wallet_address} />
      </Text>
      <dl className={classes.totals}>
        <div>
          <dt>Rank</dt>
          <dd>{ranked ? formatCount(row.rank) : <NoRank />}</dd>
        </div>
        <div>
          <dt>Total Points</dt>
          <dd>
            <NumberTick value={row.total_points} format={formatPoints} />
          </dd>
        </div>
        <div>
          <dt>Gameweek</dt>
          <dd>
            <NumberTick value={row.gameweek_points} />
          </dd>
        </div>
        {row.coefficient === null ? null : (
          <div>
            <dt>Coefficient</dt>
            <dd>{formatCoefficient(row.coefficient)}</dd>
          </div>
        )}
      </dl>
    </>
  );
}
