import type { QueryClient } from '@touchline/host/query';

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

interface RankedTeam {
  participation_id: string;
  rank: number;
}

interface RankedPage {
  updated_at: string;
  leaderboard: readonly RankedTeam[];
  me: RankedTeam | null;
}

/** Places gained (negative: lost) by participation id, in the latest update in which any team moved. */
export type Moves = Readonly<Record<string, number>>;

/** Stores ranks per game or league, across pages and searches, to detect which teams moved in an update. */
export class RankMovement {
  private readonly games = new Map<string, GameRanks>();

  /** Adds one page of a leaderboard and returns its moves. Ignores ranks older than the stored ones. */
  update(tableId: string, { updated_at, leaderboard, me }: RankedPage): Moves {
    const game = this.games.get(tableId) ?? { teams: new Map<string, LastRank>(), movedAt: null };
    this.games.set(tableId, game);
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

/** Stored in the query cache, so that it survives navigation. */
export const getRankMovement = (client: QueryClient) =>
  client.ensureQueryData({
    queryKey: ['rank-movement'],
    queryFn: () => new RankMovement(),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
