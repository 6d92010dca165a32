import type { Refund } from '@touchline/api/http/entries';
import { weiToTokens } from '@touchline/rules/tokens';
import { type Database, preparedQuery } from '@touchline/service-kit/data/database';

type Row = Omit<Refund, 'amount' | 'transaction_hash'> & {
  game_id: string;
  amount: string;
  tx_hash: string | null;
};

/**
 * Finds a wallet's refunds by game, earliest due first. There is no due refund for a payment that a chain reorganisation
 * removed.
 */
export async function findRefunds(db: Database, wallet: string): Promise<ReadonlyMap<string, Refund[]>> {
  const rows = await preparedQuery<Row>(
    db,
    'refunds-of-wallet',
    `select p.about as game_id, p.reason, p.state, p.amount, p.tx_hash
     from payouts as p left join ledger_transfers as t on t.id = p.transfer_id
     where p.recipient = ? and p.kind = 'REFUND' and p.about is not null
       and (p.state <> 'DUE' or t.state is distinct from 'ORPHANED')
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
