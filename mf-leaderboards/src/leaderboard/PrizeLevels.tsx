import type { GamePrizes, PrizeLevel } from '@touchline/api/http/prizes';
import { hasFirstLoadFailed } from '@touchline/host/load-errors';
import { Link } from '@touchline/host/router';
import { useNow } from '@touchline/host/use-now';
import { Badge, Button, Group } from '@touchline/ui/base';
import { formatDayTime, formatPointsShort, formatPrize, plural } from '@touchline/ui/format';
import { PrizeTable } from '@touchline/ui/PrizeTable';
import { isProvisional } from './Prize.tsx';
import classes from './prize-levels.module.css';
import { canAllWin } from './row-prize.ts';

interface PrizeLevelsProps {
  query: Parameters<typeof hasFirstLoadFailed>[0] & {
    data: GamePrizes | undefined;
    isFetching: boolean;
    refetch: () => unknown;
  };
  /** Number of teams in the game; null while unknown. */
  teams: number | null;
  /** The user's rank; null without one. */
  rank: number | null;
}

/**
 * Prize levels of the game below the rows, each with the entry on its last place and a mark on the user's own. Without both while some
 * teams cannot win, because places are not ranks then. Renders nothing for a game without prizes.
 */
export function PrizeLevels({ query, teams, rank }: PrizeLevelsProps) {
  if (!query.data)
    return hasFirstLoadFailed(query) ? (
      <Group component="p" gap="sm" wrap="nowrap" m={0} fz="sm" c="dimmed" role="status">
        Failed to load the prizes. The prizes themselves are safe.{' '}
        <Button variant="default" loading={query.isFetching} onClick={() => void query.refetch()}>
          Try Again
        </Button>
      </Group>
    ) : null;
  const { game_id, prizes, levels, review_ends_at, settled_at } = query.data;
  if (levels.length === 0) return null;
  const hasPlaces = canAllWin(query.data, teams ?? Number.POSITIVE_INFINITY);
  return (
    <section className={classes.levels} aria-label="Prize levels">
      <Group gap="sm" px="sm">
        <h2>Prize levels</h2>
        {isProvisional(prizes.state) ? (
          <Badge size="lg" color="warn" title="Prizes follow the ranks until the result is settled.">
            Provisional
          </Badge>
        ) : (
          <Badge size="lg" color="gray">
            Final
          </Badge>
        )}
      </Group>
      <p className={classes.note}>
        Prize pool {formatPrize(prizes.pool, prizes.token)}, {plural(prizes.places_paid, 'place')} paid.
        <ReviewEnd at={review_ends_at} />
        {ELIGIBLE[prizes.eligibility]}{' '}
        {settled_at ? <Link to={`/results/${game_id}`}>Result and payment</Link> : null}{' '}
        <Link to="/reserves">Reserves</Link>
      </p>
      <PrizeTable
        rows={levels}
        token={prizes.token}
        label="Prize levels"
        ownPlace={hasPlaces ? rank : null}
        {...(hasPlaces
          ? { extra: { head: 'Last entry', render: (_, index) => <LastEntry level={levels[index]} /> } }
          : {})}
      />
    </section>
  );
}

/** How long results can be corrected. Nothing once the review is over: the prizes may still wait for an approval. */
function ReviewEnd({ at }: { at: string | null }) {
  const now = useNow();
  return at && now < Date.parse(at) ? ` Results can be corrected until ${formatDayTime(at)}.` : '';
}

const ELIGIBLE = {
  ALL: '',
  STAKERS: ' Only teams with an active stake at the start win prizes; the teams below them move up.',
  ENTRANTS:
    ' Only players who join a paid game of this season before this game starts can win prizes; the teams below them move up.',
};

function LastEntry({ level }: { level: PrizeLevel | undefined }) {
  if (!level?.last) return <>Not taken</>;
  const { team_name, earned_points } = level.last;
  return (
    <span className={classes.last}>
      <span>{team_name}</span> <b>{formatPointsShort(earned_points)}</b>
    </span>
  );
}
