import type { RosterPlayer } from '@touchline/api/http/entries';
import type { FeedPlayer, Season } from '@touchline/rules/season';
import { checkSquad, toSquadPlayer } from '@touchline/rules/squad';
import type { RuleViolation } from '@touchline/rules/violations';
import { violationError } from '../lineups/check.ts';

/**
 * Returns the players of a roster with their current feed data, if they form a legal squad (game rules 1).
 * @throws TouchlineError SQUAD_INVALID with the fields and players
 */
export function validateSquad(roster: readonly number[], season: Season): FeedPlayer[] {
  const unknown: RuleViolation[] = roster.flatMap((id, index) =>
    season.players.has(id)
      ? []
      : [
          {
            code: 'PLAYER_UNKNOWN',
            path: `roster.${index}`,
            player_ids: [id],
            message: 'Player does not exist',
          },
        ],
  );
  if (unknown.length > 0) throw violationError('SQUAD_INVALID', unknown);
  const players = roster.map((id) => season.players.get(id)!);
  const violations = checkSquad(players.map((player) => toSquadPlayer(player, player.price)));
  if (violations.length > 0) throw violationError('SQUAD_INVALID', violations, { players: 'roster' });
  return players;
}

/** Builds the snapshot of a player that is stored with rosters. */
export function toRosterPlayer(player: FeedPlayer, season: Season): RosterPlayer {
  const { id, code, name, web_name, team, position } = player;
  const team_code = season.clubs.get(team)?.code ?? 0;
  return { id, code, name, web_name, team, team_code, position, price: player.price / 10 };
}
