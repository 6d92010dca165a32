import type { Actor } from '@touchline/api/admin-values';
import { gamesAdminChanged } from '@touchline/api/events/admin-changes';
import { standingsChanged } from '@touchline/api/events/games';
import type { AdminChange } from '@touchline/api/http/admin-audit';
import type { AdminParticipationDetails } from '@touchline/api/http/admin-entries';
import { recordAdminChange, assertAdmin, assertCurrentVersion } from '@touchline/service-kit/admin-changes';
import type { Database } from '@touchline/service-kit/database';
import { writeOutbox } from '@touchline/service-kit/outbox';
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

/** The entry that an administrator's question names, and what he saw. */
export interface EntryChangeRequest {
  by: Actor;
  id: string;
  /** Null where there is none: everything is changed at once. */
  version: string | null;
}

/** What a change is made of; the game's row is locked, so nobody joins, saves or changes it in between. */
export interface EntryChange {
  trx: Knex.Transaction;
  game: StoredGame;
  entry: Entry;
  /** As of this moment, without the change. */
  standings: Standings;
  now: number;
  /** Raises the game's version, once; what is written at this version makes standings read it. */
  newVersion(): Promise<number>;
}

export type RecordedChange = Pick<AdminChange, 'action' | 'before' | 'after'>;

/**
 * Changes an entry: what `change` writes, the event and the record are one transaction.
 * @param change returns what it changed; null when nothing
 * @returns whether anything changed
 * @throws TouchlineError FORBIDDEN, NOT_FOUND, STALE, and what `change` throws
 */
export async function changeEntry(
  { db, changeGame, standings, adminWallets, now }: EntryChangeDeps,
  { by, id, version }: EntryChangeRequest,
  change: (what: EntryChange) => Promise<RecordedChange | null>,
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
    const current = await standings.of(game_id);
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

/** An entry as it is now. @throws TouchlineError NOT_FOUND */
export async function readEntryDetails(
  { db, standings }: Pick<EntryChangeDeps, 'db' | 'standings'>,
  id: string,
): Promise<AdminParticipationDetails> {
  const entry = await getEntry(db, id);
  return buildEntryDetails(db, entry, await standings.of(entry.game_id));
}
