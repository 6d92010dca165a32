import type { Actor } from '@touchline/api/admin-values';
import { gamesAdminChanged } from '@touchline/api/events/admin-changes';
import { standingsChanged } from '@touchline/api/events/games';
import type { AdminChange } from '@touchline/api/http/admin-audit';
import type { AdminParticipationDetails } from '@touchline/api/http/admin-entries';
import {
  assertAdmin,
  assertCurrentVersion,
  recordAdminChange,
} from '@touchline/service-kit/administration/admin-changes';
import type { Database } from '@touchline/service-kit/data/database';
import { writeOutbox } from '@touchline/service-kit/messaging/outbox';
import type { Knex } from 'knex';
import { findEntry } from '../entries/entries.store.ts';
import type { Entry } from '../entries/entry.ts';
import type { StoredGame } from '../games/game.ts';
import type { ChangeGame } from '../games/game-queue.ts';
import { lockGame, raiseVersion } from '../games/games.store.ts';
import type { Standings } from '../standings/standings.ts';
import type { StandingsCache } from '../standings/standings-cache.ts';
import { buildEntryDetails, getEntry, readEntryVersion } from './entry-details.ts';

export interface EntryChangeDeps {
  db: Database;
  changeGame: ChangeGame;
  standings: StandingsCache;
  adminWallets: readonly string[];
  now: () => number;
}

/** An administrator's request to change an entry. */
export interface EntryChangeRequest {
  by: Actor;
  id: string;
  /** Version that the administrator saw; null skips the check. */
  version: string | null;
}

/** Context of a change. The game's row is locked: no other transaction can change the game or its entries. */
export interface EntryChange {
  trx: Knex.Transaction;
  game: StoredGame;
  entry: Entry;
  /** Current standings, without the change. */
  standings: Standings;
  now: number;
  /** Raises the game's version on the first call. Standings reload rows that are written with this version. */
  newVersion(): Promise<number>;
}

export type RecordedChange = Pick<AdminChange, 'action' | 'before' | 'after'>;

/**
 * Changes an entry. The writes of `change`, the event and the audit record share one transaction.
 * @param change returns the fields it changed, or null when there is nothing to change
 * @returns true when anything changed
 * @throws TouchlineError FORBIDDEN, NOT_FOUND, STALE, and what `change` throws
 */
export async function changeEntry(
  { db, changeGame, standings, adminWallets, now }: EntryChangeDeps,
  { by, id, version }: EntryChangeRequest,
  change: (context: EntryChange) => Promise<RecordedChange | null>,
): Promise<boolean> {
  assertAdmin(adminWallets, by);
  const { game_id } = await getEntry(db, id);
  return changeGame(game_id, async (trx) => {
    const game = await lockGame(trx, game_id);
    const entry = (await findEntry(trx, id))!;
    if (version !== null) assertCurrentVersion(version, await readEntryVersion(trx, entry));
    let raised: Promise<StoredGame> | undefined;
    const newVersion = async () => {
      raised ??= raiseVersion(trx, game_id);
      return (await raised).version;
    };
    const current = await standings.get(game_id);
    const at = now();
    const recorded = await change({ trx, game, entry, standings: current, now: at, newVersion });
    if (!recorded) return false;
    await newVersion();
    await writeOutbox(trx, standingsChanged, { game_id, gameweek: current.gameweek });
    const subject = { owner: 'games', subject: id, wallet: entry.wallet_address } as const;
    await recordAdminChange(trx, gamesAdminChanged, by, { ...subject, ...recorded }, at);
    return true;
  });
}

/** Reads an entry with its current points. @throws TouchlineError NOT_FOUND */
export async function readEntryDetails(
  { db, standings }: Pick<EntryChangeDeps, 'db' | 'standings'>,
  id: string,
): Promise<AdminParticipationDetails> {
  const entry = await getEntry(db, id);
  return buildEntryDetails(db, entry, await standings.get(entry.game_id));
}
