import { coefficientsRequest } from '@touchline/api/events/staking';
import type { Bus } from '@touchline/service-kit/messaging/bus';
import { reply } from '@touchline/service-kit/messaging/request';
import type { Knex } from 'knex';
import { findHistories, findHistoriesAfter } from './histories.store.ts';

/** Wallets per reply, well below the size limit of a message. */
const PAGE = 1_000;

/** Replies with coefficient histories, either of the requested wallets or of all wallets page by page. */
export function replyToCoefficientRequests({ db, bus }: { db: Knex; bus: Bus }): void {
  reply(bus, coefficientsRequest, async ({ wallets, after }) => {
    if (wallets.length > 0) return { wallets: await findHistories(db, wallets), more: false };
    const page = await findHistoriesAfter(db, after ?? '', PAGE + 1);
    return { wallets: page.slice(0, PAGE), more: page.length > PAGE };
  });
}
