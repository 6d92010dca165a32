import { TouchlineError } from '@touchline/api/errors';
import { applyCoefficient } from '@touchline/api/events/games';
import type { Bus } from '@touchline/service-kit/messaging/bus';
import { request } from '@touchline/service-kit/messaging/request';
import type { Knex } from 'knex';
import { findHistories } from './histories.store.ts';

/**
 * Requests games to apply a wallet's coefficient from now on.
 * @returns the number of changed entries; null when games did not reply, in which case the event in the outbox updates it
 */
export async function notifyGames(
  { db, bus }: { db: Knex; bus: Bus },
  wallet: string,
): Promise<number | null> {
  const [history] = await findHistories(db, [wallet]);
  if (!history) return null;
  try {
    return (await request(bus, applyCoefficient, history)).updatedParticipations;
  } catch (error) {
    if (!(error instanceof TouchlineError)) throw error;
    bus.log.warn({ err: error }, 'coefficient update to games failed; the event will retry it');
    return null;
  }
}
