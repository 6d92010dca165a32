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
  const isBase = (lineup: ApiLineup) => isSame(lineup, base);
  const waiting = unsent.filter(({ lineup }) => isBase(lineup));
  // An edit of the next gameweek may start from the lineup that waits for the current one.
  const {
    lineup,
    replaces,
    attempts = [],
  } = waiting.find((each) => each.gameweek === gameweek) ?? waiting[0] ?? {};
  if (isBase(saved)) return { replaces: saved, attempts };
  return lineup && replaces
    ? { replaces, attempts: addAttempt(lineup, attempts) }
    : { replaces: base, attempts: [] };
}

/** A save tries each in turn, and the server accepts 20 saves per minute. */
const MAX_ATTEMPTS = 10;

/** Adds a lineup to the attempts of an edit, latest first. The first one stays: it is the one that the server most likely has. */
export function addAttempt(lineup: ApiLineup, attempts: readonly ApiLineup[]): ApiLineup[] {
  const all = [lineup, ...attempts.filter((other) => !isSame(other, lineup))];
  return all.length > MAX_ATTEMPTS ? [...all.slice(0, MAX_ATTEMPTS - 1), all.at(-1)!] : all;
}

const isSame = (a: ApiLineup, b: ApiLineup) => !isChanged(buildDraft(a), buildDraft(b));

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
