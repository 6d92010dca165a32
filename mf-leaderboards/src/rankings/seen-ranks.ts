import type { Leaderboard } from '@touchline/api/http/leaderboard';

/** A team as it was seen last, and how its rank changed the last time. */
interface SeenRank {
  rank: number;
  at: string;
  places: number;
  movedAt: string | null;
}

interface SeenGame {
  teams: Map<string, SeenRank>;
  /** Of the newest standings in which somebody had moved. */
  movedAt: string | null;
}

/** By participation: places risen in the newest standings that moved anybody; negative when it fell. */
export type Moves = Readonly<Record<string, number>>;

/** The ranks that were seen per game, whatever the page and the search, to tell who moved when new standings come. */
export class SeenRanks {
  private readonly games = new Map<string, SeenGame>();

  /** Takes in rows of a game's standings. An answer older than what was seen of a team says nothing about it. */
  note(
    gameId: string,
    { updated_at, leaderboard, me }: Pick<Leaderboard, 'updated_at' | 'leaderboard' | 'me'>,
  ): Moves {
    const game = this.games.get(gameId) ?? { teams: new Map<string, SeenRank>(), movedAt: null };
    this.games.set(gameId, game);
    const rows = me ? [...leaderboard, me] : leaderboard;
    for (const { participation_id, rank } of rows) {
      const seen = game.teams.get(participation_id);
      const now: SeenRank = seen
        ? after(seen, rank, updated_at)
        : { rank, at: updated_at, places: 0, movedAt: null };
      game.teams.set(participation_id, now);
      if (now.movedAt !== null && now.movedAt > (game.movedAt ?? '')) game.movedAt = now.movedAt;
    }
    const moved = rows.flatMap(({ participation_id }) => {
      const seen = game.teams.get(participation_id);
      return seen?.movedAt && seen.movedAt === game.movedAt ? [[participation_id, seen.places] as const] : [];
    });
    return Object.fromEntries(moved);
  }
}

function after(seen: SeenRank, rank: number, at: string): SeenRank {
  if (at <= seen.at) return seen;
  if (rank === seen.rank) return { ...seen, at };
  return { rank, at, places: seen.rank - rank, movedAt: at };
}
