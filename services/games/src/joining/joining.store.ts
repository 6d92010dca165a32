import type { CoefficientStep } from '@touchline/rules/stakes';
import { type Database, preparedQuery } from '@touchline/service-kit/database';
import type { Knex } from 'knex';
import type { StoredGame } from '../games/game.ts';
import { GAME_COLUMNS } from '../games/games.store.ts';
import { walletBytes, walletBytesOf } from '../games/wallet-bytes.ts';

/** A game, and how a wallet stands to it. */
export type GameOfWallet = StoredGame & {
  has_entered: boolean;
  /** A payment of the wallet for this game is being confirmed. */
  payment_pending: boolean;
};

/** What decides whether a wallet may join a game, but for the seats; null when there is no such game. */
export async function gameOfWallet(db: Database, id: string, wallet: string): Promise<GameOfWallet | null> {
  const sql = `select ${GAME_COLUMNS},
      exists (select from entries where game_id = games.id and wallet = :bytes) as has_entered,
      exists (select from reservations as r where r.game_id = games.id and r.wallet_address = :wallet
        and r.state = 'SUBMITTED') as payment_pending
    from games where id = :id`;
  const [game] = await preparedQuery<GameOfWallet>(db, 'game-of-wallet', sql, {
    ...{ id, wallet, bytes: walletBytes(wallet) },
  });
  return game ?? null;
}

/** What a game's newcomers have: a history of stakes, or an entry already, which makes them none. */
export interface KnownWallet {
  wallet: string;
  has_entered: boolean;
  /** Null for a wallet that never staked. */
  steps: CoefficientStep[] | null;
}

/** Those of some wallets of which there is anything to know; one look into an index for each. */
export function knownWallets(
  trx: Knex.Transaction,
  gameId: string,
  wallets: readonly string[],
): Promise<KnownWallet[]> {
  const sql = `select given.wallet, entered.id is not null as has_entered, steps
    from unnest(cast(:wallets as text[])) as given(wallet)
      left join lateral (select id from entries
        where game_id = :game and entries.wallet = ${walletBytesOf('given.wallet')} limit 1) as entered on true
      left join lateral (select steps from wallet_coefficients where wallet_address = given.wallet limit 1) as stakes on true
    where entered.id is not null or steps is not null`;
  return preparedQuery(trx, 'known-wallets', sql, { game: gameId, wallets: [...wallets] });
}
