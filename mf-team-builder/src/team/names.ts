import type { ParticipationDetails } from '@touchline/api/http/entries';
import { displayName } from '@touchline/api/values';

type Players = Pick<ParticipationDetails, 'players'>;

/** Returns the name of a player of a team. */
export const formatName = ({ players }: Players, id: number): string =>
  players.find((player) => player.id === id)?.web_name ?? `Player ${id}`;

/** Formats the names of players: "Saka, Palmer and Haaland". */
export function formatNames(team: Players, ids: readonly number[]): string {
  const names = ids.map((id) => formatName(team, id));
  return new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(names);
}

/** Returns the error of a typed team name, or null if it is valid or blank. */
export function teamNameError(typed: string | undefined): string | null {
  if (!typed?.trim()) return null;
  const { error } = displayName.safeParse(typed);
  return error ? `The team name ${error.issues[0]?.message}` : null;
}
