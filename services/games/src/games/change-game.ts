import type { Actor } from '@touchline/api/admin-values';
import { gameChanged } from '@touchline/api/events/games';
import {
  type AdminChangeInput,
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

/**
 * Changes a game for an administrator. The writes of `change`, the event and the audit record share one transaction.
 * @param change checks the version, and returns the fields it changed, or null when there is nothing to change
 * @throws TouchlineError NOT_FOUND, and what `change` throws
 */
export function changeGame(
  { writes, now }: Pick<GamesContext, 'writes' | 'now'>,
  { by, id }: GameChangeRequest,
  change: (trx: Knex.Transaction, game: StoredGame) => Promise<RecordedChange | null>,
): Promise<void> {
  return writes.run(id, async (trx, game) => {
    const recorded = await change(trx, game);
    if (!recorded) return;
    await writeOutbox(trx, gameChanged, { game_id: id });
    await recordAdminChange(trx, by, { owner: 'games', subject: id, wallet: null, ...recorded }, now());
  });
}
