import type { ParticipationDetails } from '@touchline/api/http/entries';
import type { UnsentLineup } from '@touchline/host/unsent-lineups';
import { formatNames } from '../team/names.ts';

/** Returns the team with its lineups that wait to be sent, as if they were saved. Rejected lineups are left out. */
export function applyUnsent(
  team: ParticipationDetails,
  unsent: readonly UnsentLineup[],
): ParticipationDetails {
  return unsent.filter(({ failure }) => failure === null).reduce(applyOne, team);
}

function applyOne(team: ParticipationDetails, { lineup, gameweek }: UnsentLineup): ParticipationDetails {
  if (gameweek === team.edit_gameweek) return { ...team, ...lineup };
  if (gameweek < team.edit_gameweek) return team;
  return { ...team, next_lineup: { ...lineup, effective_gameweek: gameweek } };
}

/** Explains why the server rejected a lineup that was edited without a connection. */
export function describeRejection(
  team: ParticipationDetails,
  { failure, gameweek }: UnsentLineup,
): string | null {
  if (failure === null) return null;
  const { code, message, players } = failure;
  if (code === 'PLAYER_LOCKED' && players.length > 0)
    return `${formatNames(team, players)} kicked off before the lineup could be sent.`;
  if (code === 'STALE') return 'The lineup was changed elsewhere after you edited it here.';
  if (code === 'VALIDATION_FAILED') return `Gameweek ${gameweek} was over before the lineup could be sent.`;
  return message;
}
