import type { Participation, Refund } from '@touchline/api/http/entries';
import type { Game } from '@touchline/api/http/games';
import type { Calendar } from '@touchline/rules/calendar';
import { COEFFICIENT_ONE, earnedPoints } from '@touchline/rules/earned';
import type { Entry } from '../entries/entry.ts';
import { iso, toWireGame } from '../games/game.ts';
import type { StoredLineup } from '../lineups/lineups.store.ts';
import type { GameStandings } from '../standings/game-standings.ts';

/** Fields of an entry for its owner, without points. */
export interface OwnTeam {
  entry: Entry;
  formation: StoredLineup['formation'];
  /** The owner's refunds for this game. */
  refunds: Refund[];
}

/** Converts an entry to API form, with points and rank from the standings of its game. */
export function toWireParticipation(
  { entry, formation, refunds }: OwnTeam,
  standings: GameStandings,
  now: number,
  calendar: Calendar,
): Participation {
  const row = standings.ranking.row(entry.wallet_address);
  return {
    id: entry.id,
    game_id: entry.game_id,
    team_name: entry.team_name,
    formation,
    joined_at: iso(entry.joined_at),
    entry_points: entry.entry_points,
    current_points: entry.entry_points + (row?.points ?? 0),
    gameweek_points: row?.gameweek_points ?? 0,
    coefficient_applied: (row?.coefficient ?? COEFFICIENT_ONE) / COEFFICIENT_ONE,
    earned_points: earnedPoints(row?.earned ?? 0),
    rank: entry.suspended || entry.excluded ? null : row ? row.rank : standings.summary.rank_without_points,
    suspended: entry.suspended,
    excluded_reason: entry.excluded?.reason ?? null,
    refunds,
    roster_snapshot: entry.roster,
    game: toWireGame(standings.game, now, calendar),
  };
}

/** Converts an entry that has just joined. It has no points, and no rank until the standings contain it. */
export function toWireNewParticipation(
  entry: Entry,
  formation: string,
  coefficientThousandths: number,
  game: Game,
): Participation {
  return {
    id: entry.id,
    game_id: entry.game_id,
    team_name: entry.team_name,
    formation,
    joined_at: iso(entry.joined_at),
    entry_points: entry.entry_points,
    current_points: entry.entry_points,
    gameweek_points: 0,
    coefficient_applied: coefficientThousandths / COEFFICIENT_ONE,
    earned_points: 0,
    rank: null,
    suspended: false,
    excluded_reason: null,
    refunds: [],
    roster_snapshot: entry.roster,
    game,
  };
}
