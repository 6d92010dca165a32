import { TouchlineError } from '@touchline/api/errors';
import { applyCoefficient } from '@touchline/api/events/games';
import type { Bus } from '@touchline/service-kit/bus';
import { request } from '@touchline/service-kit/request';
import type { Knex } from 'knex';
import { historiesOf } from './histories.store.ts';

/**
 * Asks games to use a wallet's coefficient from now on.
 * @returns how many participations it changed; null when games did not answer: it learns from the event in the outbox
 */
export async function tellGames({ db, bus }: { db: Knex; bus: Bus }, wallet: string): Promise<number | null> {
  const [history] = await historiesOf(db, [wallet]);
  if (!history) return null;
  try {
    return (await request(bus, applyCoefficient, history)).updatedParticipations;
  } catch (error) {
    if (!(error instanceof TouchlineError)) throw error;
    bus.log.warn({ err: error }, 'games did not apply a coefficient, the event will');
    return null;
  }
}
