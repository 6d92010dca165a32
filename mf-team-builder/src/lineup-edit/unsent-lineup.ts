import type { ParticipationDetails } from '@touchline/api/http/entries';
import type { UnsentLineup } from '@touchline/host/unsent-lineups';
import { formatNames } from '../team/names.ts';

/** Shows the team with a lineup that waits to be sent, as if it were saved. A rejected lineup is not shown. */
export function applyUnsent(
  team: ParticipationDetails,
  unsent: UnsentLineup | undefined,
): ParticipationDetails {
  if (!unsent || unsent.failure !== null) return team;
  const { lineup, gameweek } = unsent;
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
