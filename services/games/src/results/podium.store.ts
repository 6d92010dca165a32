import type { ResultWinner } from '@touchline/api/http/results';
import { earnedPoints } from '@touchline/rules/points';
import { type Database, query } from '@touchline/service-kit/data/database';

/** A winner without the payment. */
export type FrozenWinner = Omit<ResultWinner, 'state' | 'transaction_hash'>;

const WINNERS = 3;

/**
 * Reads the entries with the three best prizes of a game that is being settled. They are frozen with its document: to add up their
 * points, Postgres considers the partitions of all gameweeks, which would take most of the time of a page of results.
 */
export async function readPodium(db: Database, gameId: string): Promise<FrozenWinner[]> {
  const rows = await query<Omit<FrozenWinner, 'earned_points'> & { earned: number }>(
    db,
    `select a.rank, a.amount, e.id as participation_id, e.wallet_address, e.team_name,
       coalesce((select sum(w.earned) from settled_gameweeks as d join entry_gameweeks as w using (game_id, gameweek)
         where d.game_id = a.game_id and w.ordinal = a.ordinal), 0)
       + coalesce((select sum(case field when 'earned_points' then delta when 'current_points' then delta * 1000 end)
         from adjustments as c where c.game_id = a.game_id and c.ordinal = a.ordinal), 0) as earned
     from prize_awards as a join entries as e using (game_id, ordinal)
     where a.game_id = ? and a.leaf < ${WINNERS} order by a.leaf`,
    [gameId],
  );
  return rows.map(({ earned, ...winner }) => ({ ...winner, earned_points: earnedPoints(Number(earned)) }));
}

/** Payment of one of the three best prizes. */
export interface PodiumPayment {
  leaf: number;
  state: 'SENT' | 'CONFIRMED';
  transaction_hash: string;
}

/**
 * SQL expression of the payments (`PodiumPayment[]`) that the vault has reported for `prize_settlements as s`. They count only while the
 * vault has the settlement with our root.
 */
export const PODIUM_PAYMENTS = `coalesce((select json_agg(json_build_object('leaf', v.prize_index::int,
    'state', case v.state when 'FINAL' then 'CONFIRMED' else 'SENT' end, 'transaction_hash', v.tx_hash))
  from vault_events as v where s.funding_tx is not null and v.kind = 'PAID' and v.prize_index < ${WINNERS}
    and v.chain_id = (s.document ->> 'chain_id')::int and v.vault = lower(s.document ->> 'vault')
    and v.game = s.document ->> 'game_key'), '[]')`;
