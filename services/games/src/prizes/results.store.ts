import { type Database, query, queryOne } from '@touchline/service-kit/data/database';
import type { Position } from '@touchline/service-kit/http/cursor-page';
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
       s.paid_amount, s.funding_tx, s.funding_problem, g.prize_state, g.prize_pool as pool, g.prize_plan -> 'token' as token
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

/** The first three entries of a ranking; amounts in wei. */
export interface PodiumRow {
  game_id: string;
  ordinal: number;
  rank: number;
  amount: string;
  participation_id: string;
  wallet_address: string;
  team_name: string;
  earned: number;
  state: 'DUE' | 'SENT' | 'CONFIRMED';
  transaction_hash: string | null;
}

/** Reads the entries with the three best prizes of each game, with their earned points in thousandths. */
export function findPodiums(db: Database, gameIds: readonly string[]): Promise<PodiumRow[]> {
  return query(
    db,
    `select a.game_id, a.ordinal, a.rank, a.amount, e.id as participation_id, e.wallet_address, e.team_name,
       coalesce((select sum(w.earned) from settled_gameweeks as d join entry_gameweeks as w using (game_id, gameweek)
         where d.game_id = a.game_id and w.ordinal = a.ordinal), 0)
       + coalesce((select sum(case field when 'earned_points' then delta when 'current_points' then delta * 1000 end)
         from adjustments as c where c.game_id = a.game_id and c.ordinal = a.ordinal), 0) as earned,
       case when v.state is null then 'DUE' when v.state = 'FINAL' then 'CONFIRMED' else 'SENT' end as state,
       v.tx_hash as transaction_hash
     from prize_awards as a join prize_settlements as s using (game_id)
     join entries as e on e.game_id = a.game_id and e.ordinal = a.ordinal
     left join vault_events as v on v.kind = 'PAID' and v.chain_id = (s.document ->> 'chain_id')::int
       and v.vault = lower(s.document ->> 'vault') and v.game = s.document ->> 'game_key' and v.prize_index = a.leaf
       and s.funding_tx is not null
     where a.game_id = any(?) and a.leaf < 3 order by a.game_id, a.leaf`,
    [[...gameIds]],
  );
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
