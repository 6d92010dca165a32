import { matchEventsChanged } from '@touchline/api/events/fpl-relay';
import { writeOutbox } from '@touchline/service-kit/outbox';
import type { Knex } from 'knex';
import { lockMoments, saveSnapshot } from '../snapshots/snapshots.store.ts';
import { type Look, nextMoments } from './next-moments.ts';

/** Stores what a look at the feed adds to the moments of a gameweek, or takes back, with its event. */
export async function saveMoments(
  trx: Knex.Transaction,
  season: string,
  gameweek: number,
  look: Look,
): Promise<void> {
  const content = nextMoments(await lockMoments(trx, season, gameweek), look);
  const save = { season, resource: 'moments', gameweek, content, fetchedAt: look.now } as const;
  const version = await saveSnapshot(trx, save);
  if (version !== null) await writeOutbox(trx, matchEventsChanged, { season, version, gameweek });
}
