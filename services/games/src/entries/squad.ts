import type { RosterPlayer } from '@touchline/api/http/entries';
import { checkSquad, isPosition, isSelectable, type SquadPlayer } from '@touchline/rules/squad';
import type { RuleViolation } from '@touchline/rules/violations';
import type { FeedPlayer, Season } from '../football/season.ts';
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
  const violations = checkSquad(players.map(toSquadPlayer));
  if (violations.length > 0) throw violationError('SQUAD_INVALID', violations, { players: 'roster' });
  return players;
}

/** Converts a player for the squad rules. Positions other than GK, DEF, MID and FWD (such as managers) are not selectable. */
function toSquadPlayer(player: FeedPlayer): SquadPlayer {
  const { id, team: club, price } = player;
  if (!isPosition(player.position)) return { id, club, price, position: 4, selectable: false };
  return { id, club, price, position: player.position, selectable: isSelectable(player) };
}

/** Cached snapshots by version of the season; teams saved in the same version share them. */
const snapshots = new WeakMap<Season, Map<number, RosterPlayer>>();

/** Returns the immutable snapshot of a player that is stored with rosters. */
export function toRosterPlayer(player: FeedPlayer, season: Season): RosterPlayer {
  const known = snapshots.get(season) ?? new Map<number, RosterPlayer>();
  snapshots.set(season, known);
  const { id, code, name, web_name, team, position } = player;
  const before = known.get(id);
  if (before) return before;
  const team_code = season.clubs.get(team)?.code ?? 0;
  const snapshot = { id, code, name, web_name, team, team_code, position, price: player.price / 10 };
  known.set(id, snapshot);
  return snapshot;
}
