import type { RosterPlayer } from '@touchline/api/http/entries';
import { checkSquad, isPosition, isSelectable, type SquadPlayer } from '@touchline/rules/squad';
import type { RuleViolation } from '@touchline/rules/violations';
import type { FeedPlayer, Season } from '../football/season.ts';
import { violationError } from '../lineups/check.ts';

/**
 * Returns the players of a roster as the feed shows them now, if they make a legal squad (game rules 1).
 * @throws TouchlineError SQUAD_INVALID naming fields and players
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

/** Players with any other position than GK, DEF, MID or FWD (the feed once had managers) cannot be picked. */
function toSquadPlayer(player: FeedPlayer): SquadPlayer {
  const { id, team: club, price } = player;
  if (!isPosition(player.position)) return { id, club, price, position: 4, selectable: false };
  return { id, club, price, position: player.position, selectable: isSelectable(player) };
}

/** By season: teams that are saved in the same state of a season share their players. */
const snapshots = new WeakMap<Season, Map<number, RosterPlayer>>();

/** The snapshot of a player stored with the roster; never to be changed. */
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
