import { coefficientsRequest } from '@touchline/api/events/staking';
import type { Bus } from '@touchline/service-kit/bus';
import { reply } from '@touchline/service-kit/request';
import type { Knex } from 'knex';
import { historiesAfter, historiesOf } from './histories.store.ts';

/** Wallets per answer; far more would fit into a message. */
const PAGE = 1_000;

/** Answers the histories of coefficients, of the given wallets or page by page of all. */
export function answerCoefficients({ db, bus }: { db: Knex; bus: Bus }): void {
  reply(bus, coefficientsRequest, async ({ wallets, after }) => {
    if (wallets.length > 0) return { wallets: await historiesOf(db, wallets), more: false };
    const page = await historiesAfter(db, after ?? '', PAGE + 1);
    return { wallets: page.slice(0, PAGE), more: page.length > PAGE };
  });
}
