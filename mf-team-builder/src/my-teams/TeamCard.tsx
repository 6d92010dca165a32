import type { Participation } from '@touchline/api/http/entries';
import { useHost } from '@touchline/host/host';
import { formatCoefficient } from '@touchline/rules/tiers';
import { Button } from '@touchline/ui/base';
import {
  formatCount,
  formatDayTime,
  formatPointsShort,
  formatTokens,
  ordinal,
  plural,
} from '@touchline/ui/format';
import { GameStatusBadge } from '@touchline/ui/GameStatusBadge';
import { IconBallFootball, IconEye, IconShirtSport, IconTrophy } from '@touchline/ui/icons';
import { NumberTick } from '@touchline/ui/NumberTick';
import type { ReactNode } from 'react';
import { isPaid } from '../game/game.ts';
import { explainPoints } from '../team/explain-points.ts';
import { Refunds } from '../team/Refunds.tsx';
import { describeSuspension } from '../team/suspension.ts';
import { DownloadReceipt } from './DownloadReceipt.tsx';
import classes from './my-teams.module.css';
import { TeamLeagues } from './TeamLeagues.tsx';

const GAME_TYPES = {
  SEASON: { icon: IconTrophy, name: 'Season game' },
  WEEKLY: { icon: IconShirtSport, name: 'Weekly game' },
  TOURNAMENT: { icon: IconBallFootball, name: 'Tournament' },
};

/** A team with its game, the points that rank it, and their explanation (MYTEAM-04 to MYTEAM-06, MYTEAM-09). */
export function TeamCard({ team, prize }: { team: Participation; prize: ReactNode }) {
  const host = useHost();
  const { game } = team;
  const { icon: Icon, name } = GAME_TYPES[game.game_type];
  return (
    <li className={classes.team} data-status={game.status}>
      <div className={classes.head}>
        <span className={classes.kind}>
          <Icon size={24} role="img" aria-label={name} />
        </span>
        <h2>{game.name}</h2>
        <GameStatusBadge status={game.status} />
        <p className={classes.owner}>{team.team_name}</p>
      </div>
      <div className={classes.points}>
        <dl className={classes.values}>
          <Value name="Earned" meaning="Points since you joined, times your coefficient" main>
            <NumberTick value={team.earned_points} format={formatPointsShort} />
          </Value>
        </dl>
        <Standing team={team} />
      </div>
      <dl className={`${classes.values} ${classes.points}`}>
        <Value name="Entry" meaning="Season points of your starting eleven when you joined">
          {team.entry_points}
        </Value>
        <Value name="Current" meaning="Entry points plus everything scored since">
          <NumberTick value={team.current_points} />
        </Value>
        <Value name="Multiplier" meaning="From your stake">
          {formatCoefficient(team.coefficient_applied)}
        </Value>
      </dl>
      {game.status === 'UPCOMING' || game.status === 'CANCELLED' ? null : (
        <p className={classes.explanation}>
          {`${explainPoints(team)} = ${formatPointsShort(team.earned_points)} earned`}
        </p>
      )}
      {prize}
      {game.status === 'CANCELLED' ? null : <TeamLeagues game={game} />}
      <Refunds refunds={team.refunds} />
      <div className={classes.foot}>
        <p>
          <span>{team.roster_snapshot.length} players</span>
          <span>
            <span>{formatTokens(game.entry_fee)} FOOTBALL</span>{' '}
            {isPaid(game) ? 'entry fee' : 'entry fee (free)'}
          </span>
        </p>
        <DownloadReceipt team={team.id} name={game.name} />
        <Button
          variant="light"
          leftSection={<IconEye size={18} />}
          aria-label={`View ${game.name}`}
          onClick={() => host.navigate(`/team-view/${team.id}`)}
        >
          View
        </Button>
      </div>
    </li>
  );
}

/** Rank and gameweek points, start or final place of the game, or the reason why the team has no rank. */
function Standing({ team }: { team: Participation }) {
  return (
    <div className={classes.standing} role="status">
      {describeStanding(team)}
    </div>
  );
}

function describeStanding({ game, rank, ...team }: Participation): ReactNode {
  const provisional =
    game.settlement === 'FINAL' ? null : <span className={classes.provisional}>provisional</span>;
  if (team.suspended) return `Not in the rankings: your ${describeSuspension(game).problem}`;
  if (team.excluded_reason !== null) return `Not in the rankings: ${team.excluded_reason}`;
  if (game.status === 'UPCOMING')
    return (
      <span>
        Starts <time dateTime={game.start_time}>{formatDayTime(game.start_time)}</time>
      </span>
    );
  if (rank === null || game.status === 'CANCELLED') return null;
  if (game.status === 'COMPLETED')
    return (
      <>
        <span>
          Finished <b>{ordinal(rank)}</b>
        </span>
        {provisional}
      </>
    );
  return (
    <>
      <span>
        Rank{' '}
        <b>
          <NumberTick value={rank} format={formatCount} />
        </b>
      </span>
      <span>
        Gameweek{' '}
        <b>
          <NumberTick value={team.gameweek_points} format={(points) => plural(Math.round(points), 'pt')} />
        </b>
      </span>
      {provisional}
    </>
  );
}

interface ValueProps {
  name: string;
  /** Tooltip. */
  meaning: string;
  /** True for the number that ranks the team; the others explain it. */
  main?: boolean;
  children: ReactNode;
}

function Value({ name, meaning, main, children }: ValueProps) {
  return (
    <div data-main={main || undefined} title={meaning}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
