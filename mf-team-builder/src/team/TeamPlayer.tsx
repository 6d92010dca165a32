import type { ParticipationDetails, ParticipationPlayer } from '@touchline/api/http/entries';
import { ARMBAND_FACTOR } from '@touchline/rules/points';
import { isPosition } from '@touchline/rules/squad';
import { UnstyledButton, VisuallyHidden } from '@touchline/ui/base';
import { plural } from '@touchline/ui/format';
import { IconLock } from '@touchline/ui/icons';
import { PlayerRow } from '@touchline/ui/PlayerRow';
import { describeLock } from './locks.ts';
import { formatMatches } from './match-labels.ts';
import classes from './team.module.css';
import { computePlayerStatus, findGameweek } from './team-sheet.ts';

interface TeamPlayerProps {
  team: ParticipationDetails;
  player: ParticipationPlayer;
  locked: boolean;
  /** Shows the reason for the lock instead of only an icon. */
  explained?: boolean;
  /** Upcoming matches, shown instead of points. */
  upcoming?: string;
  onPlayer: (id: number) => void;
}

/** A row in the list of a team's players: club, match, minutes, points and lock. Pressing it opens the player's points. */
export function TeamPlayer(props: TeamPlayerProps) {
  const { team, player, locked, explained = false, upcoming, onPlayer } = props;
  const { points, live, provisional, doubled, note } = computePlayerStatus(player, findGameweek(team));
  const reason = locked ? describeLock(player) : null;
  const figures = (
    <span className={classes.figures}>
      {points === null ? '–' : plural(points, 'pt')}
      {points !== null && provisional ? (
        <span title="Provisional">
          *<VisuallyHidden> provisional</VisuallyHidden>
        </span>
      ) : null}
      {doubled && points !== null ? <span className={classes.doubled}>{ARMBAND_FACTOR}x</span> : null}
      {reason && !explained ? (
        <span title={reason} className={classes.lock}>
          <IconLock size={16} aria-hidden="true" />
          <VisuallyHidden>{reason}</VisuallyHidden>
        </span>
      ) : null}
    </span>
  );
  return (
    <UnstyledButton className={classes.row ?? ''} onClick={() => onPlayer(player.id)}>
      <PlayerRow
        name={player.web_name}
        clubCode={player.team_code}
        clubShort={player.team_short_name}
        position={isPosition(player.position) ? player.position : 1}
        meta={upcoming ?? [formatMatches(player), explained ? null : note].filter(Boolean).join(' · ')}
        selected={live && upcoming === undefined}
        value={upcoming === undefined && !(explained && points === null) ? figures : undefined}
      />
      {reason && explained ? (
        <span className={classes.reason}>
          <IconLock size={14} aria-hidden="true" /> {reason}
        </span>
      ) : null}
    </UnstyledButton>
  );
}
