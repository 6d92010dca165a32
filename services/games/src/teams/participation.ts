import type { Participation, Refund } from '@touchline/api/http/entries';
import type { Game } from '@touchline/api/http/games';
import { COEFFICIENT_ONE, earnedPoints } from '@touchline/rules/earned';
import type { Row } from '@touchline/standings/standings';
import type { Entry } from '../entries/entry.ts';
import { iso } from '../games/game.ts';
import type { StoredLineup } from '../lineups/lineups.store.ts';
import type { GameStandings } from '../standings/game-standings.ts';

/** Fields of an entry for its owner, without points. */
export interface OwnTeam {
  entry: Entry;
  formation: StoredLineup['formation'];
  /** The owner's refunds for this game. */
  refunds: Refund[];
}

/** Points and rank of an entry. */
type Score = Pick<Row, 'rank' | 'points' | 'gameweek_points' | 'coefficient' | 'earned'>;

/** An entry that has just joined. It has no rank until the standings contain it. */
const NEW_SCORE: Score = {
  rank: null,
  points: 0,
  gameweek_points: 0,
  coefficient: COEFFICIENT_ONE,
  earned: 0,
};

/** Finds the points and rank of an entry. An entry that the standings do not contain yet shares the rank of all without points. */
export function findScore({ ranking, summary }: GameStandings, entry: Entry): Score {
  const score = ranking.row(entry.wallet_address) ?? { ...NEW_SCORE, rank: summary.rank_without_points };
  return entry.suspended || entry.excluded ? { ...score, rank: null } : score;
}

/** Converts an entry to API form. */
export function toWireParticipation(
  { entry, formation, refunds }: OwnTeam,
  game: Game,
  score: Partial<Score>,
): Participation {
  const { rank, points, gameweek_points, coefficient, earned } = { ...NEW_SCORE, ...score };
  return {
    id: entry.id,
    game_id: entry.game_id,
    team_name: entry.team_name,
    formation,
    joined_at: iso(entry.joined_at),
    entry_points: entry.entry_points,
    current_points: entry.entry_points + points,
    gameweek_points,
    coefficient_applied: coefficient / COEFFICIENT_ONE,
    earned_points: earnedPoints(earned),
    rank,
    suspended: entry.suspended,
    excluded_reason: entry.excluded?.reason ?? null,
    refunds,
    roster_snapshot: entry.roster,
    game,
  };
}
