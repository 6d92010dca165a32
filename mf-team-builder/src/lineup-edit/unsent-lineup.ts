import type { ParticipationDetails } from '@touchline/api/http/entries';
import type { ApiLineup } from '@touchline/api/http/lineups';
import type { UnsentLineup } from '@touchline/host/unsent-lineups';
import { formatNames } from '../team/names.ts';
import { buildDraft, isChanged } from './lineup-edit.ts';

/** Returns the team with its lineups that wait to be sent, as if they were saved. Rejected lineups are left out. */
export function applyUnsent(
  team: ParticipationDetails,
  unsent: readonly UnsentLineup[],
): ParticipationDetails {
  return unsent.filter(({ failure }) => failure === null).reduce(applyLineup, team);
}

/** Returns the team with this lineup saved for a gameweek. */
export function applyLineup(
  team: ParticipationDetails,
  { lineup, gameweek }: Pick<UnsentLineup, 'lineup' | 'gameweek'>,
): ParticipationDetails {
  if (gameweek === team.edit_gameweek) return { ...team, ...lineup };
  if (gameweek < team.edit_gameweek) return team;
  return { ...team, next_lineup: { ...lineup, effective_gameweek: gameweek } };
}

/** Finds the lineup that a change of `base` replaces on the server: what an unsent lineup replaces, unless that has been saved. */
export function findReplaced(base: ApiLineup, saved: ApiLineup, unsent: readonly UnsentLineup[]): ApiLineup {
  const isBase = (lineup: ApiLineup) => !isChanged(buildDraft(lineup), buildDraft(base));
  return isBase(saved) ? saved : (unsent.find(({ lineup }) => isBase(lineup))?.replaces ?? base);
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
