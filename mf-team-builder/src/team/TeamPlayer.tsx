import type { ParticipationDetails, ParticipationPlayer } from '@touchline/api/http/entries';
import { isPosition } from '@touchline/rules/squad';
import { UnstyledButton, VisuallyHidden } from '@touchline/ui/base';
import { IconLock } from '@touchline/ui/icons';
import { PlayerRow } from '@touchline/ui/PlayerRow';
import { pts } from '../points.ts';
import { lockReason } from './locks.ts';
import { matchesOf } from './match-words.ts';
import classes from './team.module.css';
import { gameweekOf, standingOf } from './team-sheet.ts';

interface TeamPlayerProps {
  team: ParticipationDetails;
  player: ParticipationPlayer;
  locked: boolean;
  /** Says why he is locked instead of only that he is. */
  explained?: boolean;
  /** His matches to come, where it is these that matter and not the points of the last ones. */
  ahead?: string;
  onPlayer: (id: number) => void;
}

/** A row of a team's lists: club, match, minutes, points and lock; pressed, it tells where the points came from. */
export function TeamPlayer(props: TeamPlayerProps) {
  const { team, player, locked, explained = false, ahead, onPlayer } = props;
  const { points, live, provisional, doubled, note } = standingOf(player, gameweekOf(team));
  const reason = locked ? lockReason(player) : null;
  const figures = (
    <span className={classes.figures}>
      {points === null ? '–' : pts(points)}
      {points !== null && provisional ? (
        <span title="Provisional">
          *<VisuallyHidden> provisional</VisuallyHidden>
        </span>
      ) : null}
      {doubled && points !== null ? <span className={classes.doubled}>2x</span> : null}
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
        meta={ahead ?? [matchesOf(player), explained ? null : note].filter(Boolean).join(' · ')}
        selected={live && ahead === undefined}
        value={ahead === undefined && !(explained && points === null) ? figures : undefined}
      />
      {reason && explained ? (
        <span className={classes.reason}>
          <IconLock size={14} aria-hidden="true" /> {reason}
        </span>
      ) : null}
    </UnstyledButton>
  );
}
