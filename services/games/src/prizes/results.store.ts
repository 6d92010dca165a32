import { type Database, query, queryOne } from '@touchline/service-kit/data/database';
import type { Position } from '@touchline/service-kit/http/cursor-page';
import type { FrozenWinner } from './podium.store.ts';
import type { FrozenDocument } from './result-document.ts';

/** A settled game of the list of results; amounts in wei. */
export interface ResultRow {
  game_id: string;
  name: string;
  game_type: 'SEASON' | 'WEEKLY' | 'TOURNAMENT';
  season: string;
  end: number;
  settled_at: number;
  entries: number;
  awards: number;
  paid: number;
  paid_amount: string;
  funding_tx: string | null;
  funding_problem: string | null;
  prize_state: 'SETTLED' | 'FUNDED' | 'PAID' | 'NONE';
  pool: string;
  token: { address: string; symbol: string; decimals: number };
  podium: FrozenWinner[];
}

/** Games without entries have no result to show. */
const FILTER = `s.settled_at is not null and s.entries > 0 and (cast(:type as text) is null or g.game_type = :type)`;

/** Reads settled games, latest first. */
export function findResults(
  db: Database,
  type: string | null,
  { limit, after }: { limit: number; after: Position | null },
): Promise<ResultRow[]> {
  return query(
    db,
    `select s.game_id, g.name, g.game_type, g.season, g.end_time as "end", s.settled_at, s.entries, s.awards, s.paid,
       s.paid_amount, s.funding_tx, s.funding_problem, g.prize_state, g.prize_pool as pool, g.prize_plan -> 'token' as token,
       s.document -> 'podium' as podium
     from prize_settlements as s join games as g on g.id = s.game_id
     where ${FILTER} and (cast(:at as timestamptz) is null or (s.settled_at, s.game_id) < (:at, cast(:id as uuid)))
     order by s.settled_at desc, s.game_id desc limit :limit`,
    { type, limit, at: after ? new Date(after.at) : null, id: after?.id ?? null },
  );
}

export async function countResults(db: Database, type: string | null): Promise<number> {
  const row = await queryOne<{ total: number }>(
    db,
    `select count(*) as total from prize_settlements as s join games as g on g.id = s.game_id where ${FILTER}`,
    { type },
  );
  return row!.total;
}

/** Reads the frozen document of a settled game; null before. */
export async function findDocument(db: Database, gameId: string): Promise<FrozenDocument | null> {
  const row = await queryOne<{ document: FrozenDocument }>(
    db,
    'select document from prize_settlements where game_id = ? and settled_at is not null',
    [gameId],
  );
  return row?.document ?? null;
}
