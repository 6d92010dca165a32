import type { AdminParticipationDetails } from '@touchline/api/http/admin-entries';
import type { RosterPlayer } from '@touchline/api/http/entries';
import type { LegalLineup } from '@touchline/rules/lineup';
import { findGameweek } from '@touchline/rules/season';
import { findMatches, isFixed } from '@touchline/rules/team';
import type { GameStandings } from '../standings/cached-games.ts';

/** The fields of an entry that are sealed until the kick-offs. */
type SealedFields = Pick<
  AdminParticipationDetails,
  'formation' | 'captain_id' | 'vice_captain_id' | 'players_snapshot' | 'sealed_players'
>;

/** Shows the players of a lineup who are locked, as the public view does (game rules 10). */
export function showOpenLineup(
  { season, summary }: GameStandings,
  lineup: LegalLineup,
  roster: readonly RosterPlayer[],
  now: number,
): SealedFields {
  const gameweek = summary.gameweek === null ? undefined : findGameweek(season, summary.gameweek);
  const matches = gameweek && findMatches(season, gameweek, roster);
  const open = roster.filter(({ id }) => gameweek && isFixed(gameweek, matches!.get(id)!, now));
  const show = (id: number) => (open.some((player) => player.id === id) ? id : null);
  return {
    formation: open.length > 0 ? lineup.formation : null,
    captain_id: show(lineup.captain_id),
    vice_captain_id: show(lineup.vice_captain_id),
    players_snapshot: open,
    sealed_players: roster.length - open.length,
  };
}
