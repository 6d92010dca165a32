import type { Actor } from '@touchline/api/admin-values';
import { gameChanged } from '@touchline/api/events/games';
import {
  type AdminChangeInput,
  assertCurrentVersion,
  recordAdminChange,
} from '@touchline/service-kit/administration/admin-changes';
import { writeOutbox } from '@touchline/service-kit/messaging/outbox';
import type { Knex } from 'knex';
import type { StoredGame } from './game.ts';
import type { GamesContext } from './games-context.ts';

/** An administrator's request to change a game. */
export interface GameChangeRequest {
  by: Actor;
  id: string;
  /** Version that the administrator saw. */
  version: string;
}

export type RecordedChange = Pick<AdminChangeInput, 'action' | 'before' | 'after'>;

/** State that an administrator changes, with its current version. */
export interface Versioned<T> {
  version: string;
  state: T;
}

/** Reads the fields of a game; every change of them by an administrator is a new version. */
export const readGame = async (_trx: Knex.Transaction, game: StoredGame): Promise<Versioned<StoredGame>> => ({
  version: String(game.edits),
  state: game,
});

/**
 * Changes a game for an administrator. The writes of `change`, the event and the audit record share one transaction.
 * @param read reads the state that the administrator saw; `change` is called with it if its version is still current
 * @param change returns the fields it changed, or null when there is nothing to change
 * @throws TouchlineError NOT_FOUND, STALE, and what `read` and `change` throw
 */
export function changeAsAdmin<T>(
  { writes, now }: Pick<GamesContext, 'writes' | 'now'>,
  { by, id, version }: GameChangeRequest,
  read: (trx: Knex.Transaction, game: StoredGame) => Promise<Versioned<T>>,
  change: (trx: Knex.Transaction, state: T) => Promise<RecordedChange | null>,
): Promise<void> {
  return writes.run(id, async (trx, game) => {
    const current = await read(trx, game);
    assertCurrentVersion(version, current.version);
    const recorded = await change(trx, current.state);
    if (!recorded) return;
    await writeOutbox(trx, gameChanged, { game_id: id });
    await recordAdminChange(trx, by, { owner: 'games', subject: id, wallet: null, ...recorded }, now());
  });
}
