import { type Database, preparedQuery, toWalletBytes } from '@touchline/service-kit/data/database';
import { createBatcher } from '@touchline/service-kit/process/shared-work';
import { ENTRY_NUMBERS, type EntryNumber } from '@touchline/standings/standings';

/** Entry that the cached standings may not contain yet. */
export interface NewEntry extends Record<EntryNumber, number> {
  id: string;
  team_name: string;
}

/** Finds a wallet's entry in a game in the database; null when there is none or it is not ranked. */
export type FindNewEntry = (gameId: string, wallet: string) => Promise<NewEntry | null>;

interface Lookup {
  game: string;
  wallet: Buffer;
}

/** Maximum number of lookups per statement. */
const MAX_BATCH = 200;
/** Runs one index lookup per row. */
const COLUMNS = ['id', 'team_name', ...ENTRY_NUMBERS].join();
const SQL = `select place::int, ${COLUMNS}
  from unnest(cast(:games as uuid[]), cast(:wallets as bytea[])) with ordinality as wanted(game, wallet, place)
    cross join lateral (select ${COLUMNS} from entries
      where game_id = wanted.game and entries.wallet = wanted.wallet
        and suspended_at is null and excluded_at is null limit 1) as entry`;

/**
 * Creates a lookup of entries that any replica has just written. Every signed-in user who is not in the leaderboard triggers one
 * per request, so concurrent lookups share a statement.
 */
export function createNewEntryLookup(db: Database): FindNewEntry {
  const find = createBatcher(
    async (take: () => readonly Lookup[]) => {
      const lookups = take();
      const rows = await preparedQuery<NewEntry & { place: number }>(db, 'new-entries', SQL, {
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
