import { TouchlineError } from '@touchline/api/errors';
import type { Game } from '@touchline/api/http/games';
import type { PublicLineup } from '@touchline/api/http/lineups';
import { useHost } from '@touchline/host/host';
import { useQuery } from '@touchline/host/query';
import { formatCoefficient } from '@touchline/rules/tiers';
import { EmptyState } from '@touchline/ui/EmptyState';
import { ErrorState } from '@touchline/ui/ErrorState';
import { formatPoints, shortHex } from '@touchline/ui/format';
import { IconLock } from '@touchline/ui/icons';
import { NumberTick } from '@touchline/ui/NumberTick';
import { Pitch, PitchBench } from '@touchline/ui/Pitch';
import { ShareButton } from '@touchline/ui/ShareButton';
import { PitchSkeleton } from '@touchline/ui/skeletons';
import type { DisplayRow } from '../leaderboard/display-row.ts';
import { TeamComparison } from './TeamComparison.tsx';
import { teamQuery } from './team.query.ts';
import classes from './team-preview.module.css';
import { buildBenchSlots, buildFieldSlots, formatHiddenCount } from './team-slots.ts';

interface TeamSheetProps {
  game: Game;
  team: string;
  row: DisplayRow | null;
  /** Id of the user's own entry in the game; null without one. */
  mine: string | null;
}

/** Totals of a team, and its players whose matches have kicked off. */
export function TeamSheet({ game, team, row, mine }: TeamSheetProps) {
  const { api } = useHost();
  const query = useQuery(teamQuery(api, game.id, team));
  if (!query.data && query.isError) {
    // 400: the id in the URL is malformed.
    const isMissing = query.error instanceof TouchlineError && [400, 404].includes(query.error.status);
    return (
      <ErrorState
        title={isMissing ? 'This team is not in this game' : 'Failed to load the team'}
        {...(isMissing ? {} : { onRetry: () => void query.refetch() })}
        retrying={query.isFetching}
      >
        {isMissing ? `This link doesn't match a team in ${game.name}.` : 'Check your connection.'}
      </ErrorState>
    );
  }
  return (
    <div className={classes.sheet}>
      {row ? <Totals row={row} /> : null}
      {query.data ? <Lineup lineup={query.data} named={row !== null} /> : <PitchSkeleton />}
      {query.data?.formation && mine !== null && mine !== team ? (
        <TeamComparison game={game} theirs={query.data.players} mine={mine} />
      ) : null}
      {query.data ? (
        <ShareButton
          title={`${query.data.team_name} in ${game.name}`}
          path={`/rankings?game=${game.id}&team=${team}`}
        />
      ) : null}
    </div>
  );
}

function Totals({ row }: { row: DisplayRow }) {
  return (
    <>
      <p className={classes.wallet} title={row.wallet_address}>
        {shortHex(row.wallet_address)}
      </p>
      <dl className={classes.totals}>
        <div>
          <dt>Rank</dt>
          <dd>{row.rank}</dd>
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
        <div>
          <dt>Coefficient</dt>
          <dd>{formatCoefficient(row.coefficient)}</dd>
        </div>
      </dl>
    </>
  );
}

/** @param hasTitle whether the title of the drawer already shows the name */
function Lineup({ lineup, named: hasTitle }: { lineup: PublicLineup; named: boolean }) {
  const name = hasTitle ? null : <h3 className={classes.name}>{lineup.team_name}</h3>;
  if (lineup.formation === null)
    return (
      <>
        {name}
        <EmptyState title="Hidden until kick-off" icon={<IconLock size={28} aria-hidden="true" />}>
          {formatHiddenCount(lineup.hidden)}. Each player is revealed at kick-off.
        </EmptyState>
      </>
    );
  const provisional = lineup.players.some((player) => player.provisional_bonus > 0);
  return (
    <>
      {name}
      <p className={classes.hidden} role="status">
        Gameweek {lineup.gameweek}, {lineup.formation}
        {lineup.hidden > 0 ? `. ${formatHiddenCount(lineup.hidden)}.` : '.'}
      </p>
      <Pitch formation={lineup.formation} slots={buildFieldSlots(lineup)} size="preview" />
      <PitchBench slots={buildBenchSlots(lineup)} size="preview" />
      {provisional ? (
        <p className={classes.note}>* Bonus points are provisional until the match is checked.</p>
      ) : null}
    </>
  );
}
