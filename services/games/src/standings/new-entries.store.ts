import { type Database, preparedQuery } from '@touchline/service-kit/database';
import { createBatcher } from '@touchline/service-kit/batcher';
import { toWalletBytes } from '../games/wallet-bytes.ts';

/** An entry that the standings need not have yet. */
export interface NewEntry {
  id: string;
  team_name: string;
  entry_points: number;
}

/** The entry of a wallet in a game as Postgres has it now; null when there is none, or it is not ranked. */
export type FindNewEntry = (gameId: string, wallet: string) => Promise<NewEntry | null>;

interface Lookup {
  game: string;
  wallet: Buffer;
}

/** In one statement. */
const MAX_BATCH = 200;
/** One look into an index for each. */
const SQL = `select place::int, id, team_name, entry_points
  from unnest(cast(:games as uuid[]), cast(:wallets as bytea[])) with ordinality as wanted(game, wallet, place)
    cross join lateral (select id, team_name, entry_points from entries
      where game_id = wanted.game and entries.wallet = wanted.wallet
        and suspended_at is null and excluded_at is null limit 1) as entry`;

/**
 * Looks for what has just been written, by any replica. Everybody who is signed in and reads a leaderboard that he is not in asks
 * for this each time, so questions that wait share a statement.
 */
export function createNewEntryLookup(db: Database): FindNewEntry {
  const find = createBatcher(
    async (lookups: readonly Lookup[]) => {
      const rows = await preparedQuery<NewEntry & { place: number }>(db, 'newcomers', SQL, {
        games: lookups.map(({ game }) => game),
        wallets: lookups.map(({ wallet }) => wallet),
      });
      const found = new Map(rows.map(({ place, ...entry }) => [place, entry]));
      return lookups.map((_, index) => found.get(index + 1) ?? null);
    },
    { maxBatch: MAX_BATCH },
  );
  return (game, wallet) => find({ game, wallet: toWalletBytes(wallet) });
}
