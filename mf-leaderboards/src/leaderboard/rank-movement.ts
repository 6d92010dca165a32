import type { QueryClient } from '@touchline/host/query';

interface TableRanks {
  /** Last known ranks, with the time of their update. */
  teams: Map<string, { rank: number; seenAt: string }>;
  /** The latest update in which any team moved, and its moves. */
  movedAt: string;
  moves: Moves;
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
  private readonly tables = new Map<string, TableRanks>();

  /** Adds one page of a leaderboard and returns the moves of its table. Ignores ranks older than the stored ones. */
  update(tableId: string, { updated_at, leaderboard, me }: RankedPage): Moves {
    const table = this.tables.get(tableId) ?? { teams: new Map(), movedAt: '', moves: {} };
    this.tables.set(tableId, table);
    for (const team of me ? [...leaderboard, me] : leaderboard) addRank(table, team, updated_at);
    return table.moves;
  }
}

function addRank(table: TableRanks, { participation_id, rank }: RankedTeam, at: string): void {
  const last = table.teams.get(participation_id);
  if (last && at <= last.seenAt) return;
  table.teams.set(participation_id, { rank, seenAt: at });
  if (!last || rank === last.rank || at < table.movedAt) return;
  const moves = at === table.movedAt ? table.moves : {};
  table.moves = { ...moves, [participation_id]: last.rank - rank };
  table.movedAt = at;
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
