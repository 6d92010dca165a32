import type { ParticipationDetails } from '@touchline/api/http/entries';
import type { ApiLineup } from '@touchline/api/http/lineups';
import type { UnsentLineup } from '@touchline/host/unsent-lineups';
import { formatNames } from '../team/names.ts';
import { buildDraft, findSavedLineup, isChanged } from './lineup-edit.ts';
import type { LineupSave } from './use-save-lineup.ts';

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

/**
 * Finds what a change of `base` for a gameweek replaces on the server: what an unsent lineup replaces, unless that has been saved. Then
 * it is an attempt, as are those before it.
 */
export function findReplaced(
  base: ApiLineup,
  gameweek: number,
  team: ParticipationDetails,
  unsent: readonly UnsentLineup[],
): Pick<LineupSave, 'replaces' | 'attempts'> {
  const saved = findSavedLineup(team, gameweek);
  const isBase = (lineup: ApiLineup) => !isChanged(buildDraft(lineup), buildDraft(base));
  const waiting = unsent.filter(({ lineup }) => isBase(lineup));
  // An edit of the next gameweek may start from the lineup that waits for the current one.
  const {
    lineup,
    replaces,
    attempts = [],
  } = waiting.find((each) => each.gameweek === gameweek) ?? waiting[0] ?? {};
  if (isBase(saved)) return { replaces: saved, attempts };
  return lineup && replaces ? { replaces, attempts: [lineup, ...attempts] } : { replaces: base, attempts };
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
  if (code === 'VALIDATION_FAILED') return `Gameweek ${gameweek} was over before the lineup could be sent.`;
  return message;
}
