import type { Participation } from '@touchline/api/http/entries';
import { useHost } from '@touchline/host/host';
import { formatCoefficient } from '@touchline/rules/tiers';
import { Button } from '@touchline/ui/base';
import { formatDayTime, formatPointsShort, formatTokens } from '@touchline/ui/format';
import { GameStatusBadge } from '@touchline/ui/GameStatusBadge';
import { IconBallFootball, IconEye, IconShirtSport, IconTrophy } from '@touchline/ui/icons';
import { NumberTick } from '@touchline/ui/NumberTick';
import type { ReactNode } from 'react';
import { isPaid } from '../game/game.ts';
import { Refunds } from '../team/Refunds.tsx';
import classes from './my-teams.module.css';

const GAME_TYPES = {
  SEASON: { icon: IconTrophy, name: 'Season game' },
  WEEKLY: { icon: IconShirtSport, name: 'Weekly game' },
  TOURNAMENT: { icon: IconBallFootball, name: 'Tournament' },
};

/** A team with its game, rank and points (MYTEAM-04 to MYTEAM-06, MYTEAM-09). */
export function TeamCard({ team }: { team: Participation }) {
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
      <Rank team={team} />
      <Refunds refunds={team.refunds} />
      <dl className={classes.values}>
        <Value name="Entry" meaning="Season points of your starting eleven when you joined">
          {team.entry_points}
        </Value>
        <Value name="Current" meaning="Entry points plus everything scored since">
          <NumberTick value={team.current_points} />
        </Value>
        <Value name="Multiplier" meaning="From your stake">
          {formatCoefficient(team.coefficient_applied)}
        </Value>
        <Value name="Earned" meaning="Points since you joined, times your coefficient" strong>
          <NumberTick value={team.earned_points} format={formatPointsShort} />
        </Value>
      </dl>
      <div className={classes.foot}>
        <p>
          <span>{team.roster_snapshot.length} players</span>
          <span>
            <span>{formatTokens(game.entry_fee)} FOOTBALL</span>{' '}
            {isPaid(game) ? 'entry fee' : 'entry fee (free)'}
          </span>
        </p>
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

/** Rank and gameweek points once the game has started, or the reason why the team has no rank. */
function Rank({ team }: { team: Participation }) {
  if (team.suspended)
    return (
      <p className={classes.rank} role="status">
        Not in the rankings: your payment is being checked again
      </p>
    );
  if (team.excluded_reason !== null)
    return (
      <p className={classes.rank} role="status">
        Not in the rankings: {team.excluded_reason}
      </p>
    );
  if (team.game.status === 'UPCOMING')
    return (
      <p className={classes.rank}>
        <span>
          Starts <time dateTime={team.game.start_time}>{formatDayTime(team.game.start_time)}</time>
        </span>
      </p>
    );
  if (team.rank === null) return null;
  return (
    <p className={classes.rank} role="status">
      <span>
        Rank{' '}
        <b>
          <NumberTick value={team.rank} />
        </b>
      </span>
      <span>
        Gameweek{' '}
        <b>
          <NumberTick value={team.gameweek_points} />
        </b>{' '}
        pts
      </span>
      {team.game.settlement === 'FINAL' ? null : <span className={classes.provisional}>provisional</span>}
    </p>
  );
}

interface ValueProps {
  name: string;
  /** Tooltip. */
  meaning: string;
  strong?: boolean;
  children: ReactNode;
}

function Value({ name, meaning, strong, children }: ValueProps) {
  return (
    <div data-strong={strong || undefined} title={meaning}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
