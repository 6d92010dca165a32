import { stakingLiabilitiesRequest } from '@touchline/api/events/staking';
import type { Bus } from '@touchline/service-kit/messaging/bus';
import { reply } from '@touchline/service-kit/messaging/request';
import type { Knex } from 'knex';
import { sumLiabilities } from './liabilities.store.ts';

interface LiabilityDeps {
  db: Knex;
  bus: Bus;
  /** The staking wallet, in lower case. */
  address: string;
  now: () => number;
}

/** Replies with the address of the staking wallet and with what it owes, for the public reserves. */
export function replyToLiabilityRequests({ db, bus, address, now }: LiabilityDeps): void {
  reply(bus, stakingLiabilitiesRequest, async () => {
    const { stakes, interest, refunds } = await sumLiabilities(db, now());
    return {
      wallet: address,
      stakes: stakes.toString(),
      interest: interest.toString(),
      refunds: refunds.toString(),
    };
  });
}
