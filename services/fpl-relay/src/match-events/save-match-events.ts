import { matchEventsChanged } from '@touchline/api/events/fpl-relay';
import { writeOutbox } from '@touchline/service-kit/messaging/outbox';
import type { Knex } from 'knex';
import { lockMatchEvents, saveSnapshot } from '../snapshots/snapshots.store.ts';
import { type FeedState, updateMatchEvents } from './update-match-events.ts';

/** Stores the changed match events of a gameweek and publishes an event through the outbox. */
export async function saveMatchEvents(
  trx: Knex.Transaction,
  season: string,
  gameweek: number,
  state: FeedState,
): Promise<void> {
  const content = updateMatchEvents(await lockMatchEvents(trx, season, gameweek), state);
  const save = { season, resource: 'moments', gameweek, content, fetchedAt: state.now } as const;
  const version = await saveSnapshot(trx, save);
  if (version !== null) await writeOutbox(trx, matchEventsChanged, { season, version, gameweek });
}
