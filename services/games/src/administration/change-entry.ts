import type { Actor } from '@touchline/api/admin-values';
import { TouchlineError } from '@touchline/api/errors';
import { standingsChanged } from '@touchline/api/events/games';
import type { AdminParticipationDetails } from '@touchline/api/http/admin-entries';
import { assertCurrentVersion, recordAdminChange } from '@touchline/service-kit/administration/admin-changes';
import { writeOutbox } from '@touchline/service-kit/messaging/outbox';
import type { Knex } from 'knex';
import { findEntry } from '../entries/entries.store.ts';
import type { Entry } from '../entries/entry.ts';
import type { RecordedChange } from '../games/change-as-admin.ts';
import type { StoredGame } from '../games/game.ts';
import { raiseVersion } from '../games/games.store.ts';
import type { GamesContext } from '../games/games-context.ts';
import { arePrizesSettled } from '../games/prizes.ts';
import type { Seals } from '../seals.ts';
import type { StandingsCache } from '../standings/cache.ts';
import type { GameStandings } from '../standings/cached-games.ts';
import { buildEntryDetails, getEntry, readEntryVersion, withoutPoints } from './entry-details.ts';

export interface EntryChangeDeps extends Pick<GamesContext, 'db' | 'writes' | 'seals' | 'now'> {
  standings: StandingsCache;
}

/** An administrator's request to change an entry. */
export interface EntryChangeRequest {
  by: Actor;
  id: string;
  /** Version that the administrator saw; null skips the check. */
  version: string | null;
  /** True if the change replaces the points that the administrator saw. */
  replacesPoints?: boolean;
}

/** Context of a change. The game's row is locked: no other transaction can change the game or its entries. */
export interface EntryChange {
  trx: Knex.Transaction;
  game: StoredGame;
  entry: Entry;
  /** Current standings, without the change. */
  standings: GameStandings;
  now: number;
  seals: Seals;
  /** Raises the game's version on the first call. Standings reload rows that are written with this version. */
  newVersion(): Promise<number>;
}

/**
 * Changes an entry. The writes of `change`, the event and the audit record share one transaction.
 * @param change returns the fields it changed, or null when there is nothing to change
 * @returns true when anything changed
 * @throws TouchlineError NOT_FOUND, STALE, PRIZES_SETTLED, and what `change` throws
 */
export async function changeEntry(
  { db, writes, standings, seals, now }: EntryChangeDeps,
  { by, id, version, replacesPoints = false }: EntryChangeRequest,
  change: (context: EntryChange) => Promise<RecordedChange | null>,
): Promise<boolean> {
  const { game_id } = await getEntry(db, id);
  return writes.run(game_id, async (trx, game) => {
    assertNotSettled(game);
    const entry = (await findEntry(trx, id))!;
    let raised: Promise<StoredGame> | undefined;
    const newVersion = async () => {
      raised ??= raiseVersion(trx, game_id);
      return (await raised).version;
    };
    const current = await standings.get(game_id);
    if (version !== null) {
      const read = await readEntryVersion(trx, entry, current);
      if (replacesPoints) assertCurrentVersion(version, read);
      else assertCurrentVersion(withoutPoints(version), withoutPoints(read));
    }
    const at = now();
    const recorded = await change({ trx, game, entry, standings: current, now: at, seals, newVersion });
    if (!recorded) return false;
    await newVersion();
    await writeOutbox(trx, standingsChanged, { game_id, gameweek: current.summary.gameweek });
    const subject = { owner: 'games', subject: id, wallet: entry.wallet_address } as const;
    await recordAdminChange(trx, by, { ...subject, ...recorded }, at);
    return true;
  });
}

/** @throws TouchlineError PRIZES_SETTLED once ranks and prizes are frozen */
function assertNotSettled(game: StoredGame): void {
  if (!arePrizesSettled(game)) return;
  throw new TouchlineError(
    'PRIZES_SETTLED',
    'The prizes of this game are settled, so its entries can no longer be changed. Nothing was changed.',
  );
}

/**
 * Shows a sealed lineup to an administrator and records it, even if nothing was sealed.
 * @throws TouchlineError NOT_FOUND
 */
export async function revealEntry(
  deps: Pick<EntryChangeDeps, 'db' | 'standings' | 'now'>,
  id: string,
  by: Actor,
): Promise<AdminParticipationDetails> {
  const entry = await getEntry(deps.db, id);
  await recordReveal(deps, entry, by);
  return buildEntryDetails(deps.db, entry, await deps.standings.get(entry.game_id), {
    now: deps.now(),
    isRevealed: true,
  });
}

/** Records that an administrator sees, or may guess, a sealed lineup. */
export const recordReveal = (
  { db, now }: Pick<EntryChangeDeps, 'db' | 'now'>,
  { id, wallet_address }: Entry,
  by: Actor,
) =>
  db.transaction((trx) =>
    recordAdminChange(
      trx,
      by,
      {
        owner: 'games',
        action: 'LINEUP_REVEALED',
        subject: id,
        wallet: wallet_address,
        before: {},
        after: {},
      },
      now(),
    ),
  );

/** Reads an entry with its current points. @throws TouchlineError NOT_FOUND */
export async function readEntryDetails(
  { db, standings, now }: Pick<EntryChangeDeps, 'db' | 'standings' | 'now'>,
  id: string,
): Promise<AdminParticipationDetails> {
  const entry = await getEntry(db, id);
  return buildEntryDetails(db, entry, await standings.get(entry.game_id), { now: now() });
}
