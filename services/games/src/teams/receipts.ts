import { TouchlineError } from '@touchline/api/errors';
import type { LineupReceipt } from '@touchline/api/http/seals';
import type { Database } from '@touchline/service-kit/data/database';
import { findOwnEntry } from '../entries/entries.store.ts';
import type { Entry } from '../entries/entry.ts';
import type { GamesContext } from '../games/games-context.ts';
import { readLatestLineups, readVersions } from '../lineups/lineups.store.ts';
import type { SealedLineup } from '../seals.ts';
import { seal } from './validate-save.ts';

/**
 * Builds the receipts of the last lineup for each gameweek, by gameweek.
 * @throws TouchlineError NOT_FOUND, also for another user's team
 */
export async function findReceipts(
  { db, seals }: Pick<GamesContext, 'db' | 'seals'>,
  id: string,
  wallet: string,
): Promise<LineupReceipt[]> {
  const entry = await findOwnEntry(db, id, wallet);
  if (!entry) throw new TouchlineError('NOT_FOUND', 'This team does not exist.');
  const latest = (await readLatestLineups(db, [entry.id])).get(entry.id)!;
  return latest.map((lineup) => seals.receipt(seal(entry, lineup)));
}

/** Above every gameweek of a season. */
const LAST_GAMEWEEK = 99;

/** Finds the lineup with which an entry joined. */
export async function findFirstLineup(db: Database, entry: Entry): Promise<SealedLineup> {
  const [first] = await readVersions(db, entry.id, LAST_GAMEWEEK);
  return seal(entry, first!);
}
