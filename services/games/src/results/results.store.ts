import type { PrizeToken } from '@touchline/api/http/prize-plans';
import { type Database, preparedQuery, queryOne } from '@touchline/service-kit/data/database';
import type { Position } from '@touchline/service-kit/http/cursor-page';
import type { StoredSettlement } from '../awards/settlements.store.ts';
import type { StoredGame } from '../games/game.ts';
import { type FrozenWinner, PODIUM_PAYMENTS } from './podium.store.ts';
import type { FrozenDocument, PaymentProgress, StoredResult } from './result-document.ts';

/** A settled game of the list of results; amounts in wei. */
export interface ResultRow
  extends PaymentProgress,
    Pick<StoredGame, 'name' | 'game_type' | 'season' | 'end'>,
    Pick<StoredSettlement, 'game_id' | 'entries' | 'awards'> {
  settled_at: number;
  paid_amount: string;
  pool: string;
  token: PrizeToken;
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
  return preparedQuery(
    db,
    'results',
    `select s.game_id, g.name, g.game_type, g.season, g.end_time as "end", s.settled_at, s.entries, s.awards, s.paid,
       s.paid_amount, s.funding_tx, s.funding_problem, g.prize_state, g.prize_pool as pool, g.prize_plan -> 'token' as token,
       s.document -> 'podium' as podium, ${PODIUM_PAYMENTS} as payments
     from prize_settlements as s join games as g on g.id = s.game_id
     where ${FILTER} and (cast(:at as timestamptz) is null or (s.settled_at, s.game_id) < (:at, cast(:id as uuid)))
     order by s.settled_at desc, s.game_id desc limit :limit`,
    { type, limit, at: after ? new Date(after.at) : null, id: after?.id ?? null },
  );
}

/** Counts settled games with entries. @param type type of the games; null for all */
export async function countResults(db: Database, type: string | null): Promise<number> {
  const sql = `select count(*) as total from prize_settlements as s join games as g on g.id = s.game_id where ${FILTER}`;
  const [row] = await preparedQuery<{ total: number }>(db, 'result-count', sql, { type });
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

/** Reads the result of a game; null until its prizes are settled. */
export async function findResult(db: Database, gameId: string): Promise<StoredResult | null> {
  const sql = `select s.document, s.paid, s.funding_tx, s.funding_problem, s.claims_open_at, g.prize_state, ${PODIUM_PAYMENTS} as payments
    from prize_settlements as s join games as g on g.id = s.game_id where s.game_id = ? and s.settled_at is not null`;
  const [result = null] = await preparedQuery<StoredResult>(db, 'result', sql, [gameId]);
  return result;
}
