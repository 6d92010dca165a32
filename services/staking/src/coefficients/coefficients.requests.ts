import { TouchlineError } from '@touchline/api/errors';
import { applyCoefficient } from '@touchline/api/events/games';
import { coefficientsRequest } from '@touchline/api/events/staking';
import type { Bus } from '@touchline/service-kit/messaging/bus';
import { reply, request } from '@touchline/service-kit/messaging/request';
import type { Knex } from 'knex';
import { findHistories } from './histories.store.ts';

/** Wallets per reply, well below the size limit of a message. */
const PAGE = 1_000;

/** Replies with coefficient histories, either of the requested wallets or of all wallets page by page. */
export function replyToCoefficientRequests({ db, bus }: { db: Knex; bus: Bus }): void {
  reply(bus, coefficientsRequest, async ({ wallets, after }) => {
    if (wallets.length > 0) return { wallets: await findHistories(db, { wallets }), more: false };
    const page = await findHistories(db, { after, limit: PAGE + 1 });
    return { wallets: page.slice(0, PAGE), more: page.length > PAGE };
  });
}

/**
 * Requests games to apply a wallet's coefficient from now on.
 * @returns the number of changed entries; null when games did not reply, in which case the event in the outbox updates it
 */
export async function notifyGames(
  { db, bus }: { db: Knex; bus: Bus },
  wallet: string,
): Promise<number | null> {
  const [history] = await findHistories(db, { wallets: [wallet] });
  if (!history) return null;
  try {
    return (await request(bus, applyCoefficient, history)).updatedParticipations;
  } catch (error) {
    if (!(error instanceof TouchlineError)) throw error;
    bus.log.warn({ err: error }, 'coefficient update to games failed; the event will retry it');
    return null;
  }
}
