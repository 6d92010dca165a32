import type { CoefficientStep } from '@touchline/rules/stakes';
import {
  type Database,
  preparedQuery,
  toWalletBytes,
  walletBytesSql,
} from '@touchline/service-kit/data/database';
import type { Knex } from 'knex';
import type { StoredGame } from '../games/game.ts';
import { GAME_COLUMNS } from '../games/games.store.ts';

/** A game with the state of one wallet in it. */
export type GameForWallet = StoredGame & {
  has_entered: boolean;
  /** A payment of the wallet for this game is being confirmed. */
  payment_pending: boolean;
};

/** Reads what decides whether a wallet may join a game, except the seats; null when the game does not exist. */
export async function findGameForWallet(
  db: Database,
  id: string,
  wallet: string,
): Promise<GameForWallet | null> {
  const sql = `select ${GAME_COLUMNS},
      exists (select from entries where game_id = games.id and wallet = :bytes) as has_entered,
      exists (select from reservations as r where r.game_id = games.id and r.wallet_address = :wallet
        and r.state = 'SUBMITTED') as payment_pending
    from games where id = :id`;
  const [game] = await preparedQuery<GameForWallet>(db, 'game-of-wallet', sql, {
    id,
    wallet,
    bytes: toWalletBytes(wallet),
  });
  return game ?? null;
}

/** Returns true when the wallet has joined the game or reserved a seat, even if the reservation has ended. */
export async function hasReservedOrJoined(db: Database, gameId: string, wallet: string): Promise<boolean> {
  const sql = `select 1 from entries where game_id = :gameId and wallet = :bytes
    union all select 1 from reservations where game_id = :gameId and wallet_address = :wallet limit 1`;
  const bindings = { gameId, wallet, bytes: toWalletBytes(wallet) };
  return (await preparedQuery(db, 'reserved-or-joined', sql, bindings)).length > 0;
}

/** A wallet with a history of stakes or an entry in the game. */
export interface KnownWallet {
  wallet: string;
  has_entered: boolean;
  /** Null for a wallet that never staked. */
  steps: CoefficientStep[] | null;
}

/** Finds the wallets that have staked or joined, with index look-ups per wallet. */
export function findKnownWallets(
  trx: Knex.Transaction,
  gameId: string,
  wallets: readonly string[],
): Promise<KnownWallet[]> {
  const sql = `select input.wallet, entered.id is not null as has_entered, steps
    from unnest(cast(:wallets as text[])) as input(wallet)
      left join lateral (select id from entries
        where game_id = :game and entries.wallet = ${walletBytesSql('input.wallet')} limit 1) as entered on true
      left join lateral (select steps from wallet_coefficients where wallet_address = input.wallet limit 1) as stakes on true
    where entered.id is not null or steps is not null`;
  return preparedQuery(trx, 'known-wallets', sql, { game: gameId, wallets: [...wallets] });
}
