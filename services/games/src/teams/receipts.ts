import type { LineupReceipt } from '@touchline/api/http/seals';
import type { Entry } from '../entries/entry.ts';
import type { GamesContext } from '../games/games-context.ts';
import { type LatestLineup, readBatch, readLatestLineups, readVersions } from '../lineups/lineups.store.ts';
import type { SealedLineup, SignedBatch } from '../seals.ts';
import { requireOwnEntry } from './participations.ts';

type ReceiptDeps = Pick<GamesContext, 'db' | 'seals'>;

/** A signed batch, and the place of a version in it. */
export interface BatchPlace {
  batch: SignedBatch;
  index: number;
}

/**
 * Builds the receipts of the last lineup for each gameweek, by gameweek.
 * @throws TouchlineError NOT_FOUND, also for another user's team
 */
export async function findReceipts(deps: ReceiptDeps, id: string, wallet: string): Promise<LineupReceipt[]> {
  const entry = await requireOwnEntry(deps.db, id, wallet);
  const latest = (await readLatestLineups(deps.db, [entry.id])).get(entry.id)!;
  return Promise.all(latest.map((lineup) => buildReceipt(deps, entry, lineup)));
}

/**
 * Builds the receipt of a version.
 * @param signed the batch of a version that has just been stored; that of another version is read, and its signature is the same
 */
export async function buildReceipt(
  { db, seals }: ReceiptDeps,
  entry: Entry,
  lineup: LatestLineup,
  signed?: BatchPlace,
): Promise<LineupReceipt> {
  if (signed) return seals.receipt(seal(entry, lineup), signed.batch, signed.index);
  const { index, size } = lineup.batch!;
  const commitments = size === 1 ? [lineup.commitment] : await readBatch(db, entry.game_id, lineup.batch!);
  return seals.receipt(seal(entry, lineup), seals.signBatch(commitments), index);
}

function seal(
  { id, game_id, ordinal }: Pick<Entry, 'id' | 'game_id' | 'ordinal'>,
  lineup: LatestLineup,
): SealedLineup {
  const { effective_gameweek: gameweek, number, saved_at, commitment } = lineup;
  const version = { participation_id: id, ordinal, gameweek, number, saved_at };
  return { game_id, version, lineup, commitment };
}

/** Above every gameweek of a season. */
const LAST_GAMEWEEK = 99;

/** Builds the receipt of the lineup with which an entry joined. */
export async function findFirstReceipt(deps: ReceiptDeps, entry: Entry): Promise<LineupReceipt> {
  const [first] = await readVersions(deps.db, entry.id, LAST_GAMEWEEK);
  return buildReceipt(deps, entry, first!);
}
