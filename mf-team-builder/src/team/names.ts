import type { ParticipationDetails } from '@touchline/api/http/entries';

/** The names of players of a team: "Saka, Palmer and Haaland". */
export function namesOf({ players }: Pick<ParticipationDetails, 'players'>, ids: readonly number[]): string {
  const names = ids.map((id) => players.find((player) => player.id === id)?.web_name ?? `Player ${id}`);
  return new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(names);
}
