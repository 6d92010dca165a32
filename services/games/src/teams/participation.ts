import type { Participation, Refund } from '@touchline/api/http/entries';
import type { Calendar } from '@touchline/rules/calendar';
import { COEFFICIENT_ONE, earnedPoints } from '@touchline/rules/earned';
import type { Entry } from '../entries/entry.ts';
import { iso, toWireGame } from '../games/game.ts';
import type { StoredLineup } from '../lineups/lineups.store.ts';
import { findRankedIndex } from '../standings/leaderboard.ts';
import { findRankWithoutPoints } from '../standings/new-entries.ts';
import type { Standings } from '../standings/standings.ts';

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
  standings: Standings,
  now: number,
  calendar: Calendar,
): Participation {
  const index = findRankedIndex(standings, entry.wallet_address);
  const at = (values: Int32Array | Uint16Array, otherwise: number) =>
    index === undefined ? otherwise : values[index]!;
  return {
    id: entry.id,
    game_id: entry.game_id,
    team_name: entry.team_name,
    formation,
    joined_at: iso(entry.joined_at),
    entry_points: entry.entry_points,
    current_points: entry.entry_points + at(standings.gross, 0),
    gameweek_points: at(standings.gameweekPoints, 0),
    coefficient_applied: at(standings.coefficients, COEFFICIENT_ONE) / COEFFICIENT_ONE,
    earned_points: earnedPoints(at(standings.earned, 0)),
    rank:
      entry.suspended || entry.excluded
        ? null
        : at(standings.ranks, findRankWithoutPoints(standings)) || null,
    suspended: entry.suspended,
    excluded_reason: entry.excluded?.reason ?? null,
    refunds,
    roster_snapshot: entry.roster,
    game: toWireGame(standings.game, now, calendar),
  };
}
