import type { Leaderboard } from '@touchline/api/http/leaderboard';

interface Seen {
  /** Of the newest standings seen. */
  at: string;
  now: Map<string, number>;
  /** What was seen of the standings before those. */
  before: ReadonlyMap<string, number>;
}

/** By participation: places risen since the standings seen before these; negative when it fell. Only who moved. */
export type Moves = Readonly<Record<string, number>>;

/** The ranks that were seen per game, whatever the page and the search, to tell who moved when new standings come. */
export class SeenRanks {
  private readonly games = new Map<string, Seen>();

  /** Takes in rows of a game's standings. Standings older than those seen say nothing about movement. */
  note(
    gameId: string,
    { updated_at, leaderboard, me }: Pick<Leaderboard, 'updated_at' | 'leaderboard' | 'me'>,
  ): Moves {
    const seen = this.games.get(gameId) ?? { at: updated_at, now: new Map(), before: new Map() };
    if (updated_at < seen.at) return {};
    if (updated_at > seen.at) {
      seen.before = new Map(seen.now);
      seen.at = updated_at;
    }
    this.games.set(gameId, seen);
    const moves: Record<string, number> = {};
    for (const { participation_id, rank } of me ? [...leaderboard, me] : leaderboard) {
      seen.now.set(participation_id, rank);
      const places = (seen.before.get(participation_id) ?? rank) - rank;
      if (places !== 0) moves[participation_id] = places;
    }
    return moves;
  }
}
