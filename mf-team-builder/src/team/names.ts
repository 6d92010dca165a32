import type { ParticipationDetails } from '@touchline/api/http/entries';
import { displayName } from '@touchline/api/values';

/** The names of players of a team: "Saka, Palmer and Haaland". */
export function formatNames({ players }: Pick<ParticipationDetails, 'players'>, ids: readonly number[]): string {
  const names = ids.map((id) => players.find((player) => player.id === id)?.web_name ?? `Player ${id}`);
  return new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(names);
}

/** Why a typed team name cannot be used; null if it can, or if there is none. */
export function teamNameError(typed: string | undefined): string | null {
  if (!typed?.trim()) return null;
  const { error } = displayName.safeParse(typed);
  return error ? `The team name ${error.issues[0]?.message}` : null;
}
