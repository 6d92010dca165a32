import type { Leaderboard } from '@touchline/api/http/leaderboard';

/** Last known rank of a team, and its last change. */
interface LastRank {
  rank: number;
  seenAt: string;
  places: number;
  movedAt: string | null;
}

interface GameRanks {
  teams: Map<string, LastRank>;
  /** Time of the latest update in which any team moved. */
  movedAt: string | null;
}

/** Places gained (negative: lost) by participation id, in the latest update in which any team moved. */
export type Moves = Readonly<Record<string, number>>;

/** Stores ranks per game, across pages and searches, to detect which teams moved in an update. */
export class RankMovement {
  private readonly games = new Map<string, GameRanks>();

  /** Adds one page of a leaderboard and returns its moves. Ignores ranks older than the stored ones. */
  update(
    gameId: string,
    { updated_at, leaderboard, me }: Pick<Leaderboard, 'updated_at' | 'leaderboard' | 'me'>,
  ): Moves {
    const game = this.games.get(gameId) ?? { teams: new Map<string, LastRank>(), movedAt: null };
    this.games.set(gameId, game);
    const rows = me ? [...leaderboard, me] : leaderboard;
    for (const { participation_id, rank } of rows) {
      const last = game.teams.get(participation_id);
      const now: LastRank = last
        ? updateRank(last, rank, updated_at)
        : { rank, seenAt: updated_at, places: 0, movedAt: null };
      game.teams.set(participation_id, now);
      if (now.movedAt !== null && now.movedAt > (game.movedAt ?? '')) game.movedAt = now.movedAt;
    }
    const moved = rows.flatMap(({ participation_id }) => {
      const team = game.teams.get(participation_id);
      return team?.movedAt && team.movedAt === game.movedAt ? [[participation_id, team.places] as const] : [];
    });
    return Object.fromEntries(moved);
  }
}

function updateRank(last: LastRank, rank: number, at: string): LastRank {
  if (at <= last.seenAt) return last;
  if (rank === last.rank) return { ...last, seenAt: at };
  return { rank, seenAt: at, places: last.rank - rank, movedAt: at };
}
