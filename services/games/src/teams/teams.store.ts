import type { Refund } from '@touchline/api/http/entries';
import { NOT_ORPHANED } from '@touchline/chain-ledger/payouts/payouts.store';
import { weiToTokens } from '@touchline/rules/tokens';
import { type Database, preparedQuery, queryOne } from '@touchline/service-kit/data/database';
import { type ExplainByPlayer, type ExplainLine, explainKey } from './player-fixtures.ts';

type RefundRow = Omit<Refund, 'amount' | 'transaction_hash'> & {
  game_id: string;
  amount: string;
  tx_hash: string | null;
};

/**
 * Finds a wallet's refunds by game, earliest due first. There is no due refund for a payment that a chain reorganisation
 * removed.
 */
export async function findRefunds(db: Database, wallet: string): Promise<ReadonlyMap<string, Refund[]>> {
  const rows = await preparedQuery<RefundRow>(
    db,
    'refunds-of-wallet',
    `select p.about as game_id, p.reason, p.state, p.amount, p.tx_hash
     from payouts as p where p.recipient = ? and p.kind = 'REFUND' and p.about is not null and ${NOT_ORPHANED}
     order by p.due_at, p.id`,
    [wallet],
  );
  const byGame = new Map<string, Refund[]>();
  for (const { game_id, reason, state, amount, tx_hash } of rows) {
    const refund = { reason, state, amount: weiToTokens(BigInt(amount)), transaction_hash: tx_hash };
    byGame.set(game_id, [...(byGame.get(game_id) ?? []), refund]);
  }
  return byGame;
}

/** Finds the explain lines (sources of points) of players in a gameweek. */
export async function findExplainLines(
  db: Database,
  season: string,
  gameweek: number,
  players: readonly number[],
): Promise<ExplainByPlayer> {
  const rows = await preparedQuery<{ player: number; fixture: number; explain: ExplainLine[] }>(
    db,
    'explained-scores',
    'select player, fixture, explain from fixture_scores where season = ? and gameweek = ? and player = any(?)',
    [season, gameweek, [...players]],
  );
  return new Map(rows.map(({ player, fixture, explain }) => [explainKey(player, fixture), explain]));
}

/** Finds the prize of an entry in wei, after the settlement of its game; null without one. */
export async function findSettledPrize(db: Database, entryId: string): Promise<string | null> {
  const row = await queryOne<{ amount: string }>(
    db,
    `select a.amount from entries as e join prize_awards as a using (game_id, ordinal)
     join prize_settlements as s using (game_id) where e.id = ? and s.settled_at is not null and a.leaf is not null`,
    [entryId],
  );
  return row?.amount ?? null;
}
