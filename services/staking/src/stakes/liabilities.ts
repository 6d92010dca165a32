import { stakingLiabilitiesRequest } from '@touchline/api/events/staking';
import type { Ledger } from '@touchline/chain-ledger/ledger';
import type { Bus } from '@touchline/service-kit/messaging/bus';
import { reply } from '@touchline/service-kit/messaging/request';
import type { Knex } from 'knex';
import { sumLiabilities } from './liabilities.store.ts';

interface LiabilityDeps {
  db: Knex;
  bus: Bus;
  /** The staking wallet, in lower case. */
  address: string;
  ledger: Pick<Ledger, 'findScannedBlock'>;
  /** Senders whose transfers are top-ups, in lower case. */
  funders: ReadonlySet<string>;
  now: () => number;
}

/** Replies with the address of the staking wallet and with what it owed at a block, for the public reserves. */
export function replyToLiabilityRequests({ db, bus, address, ledger, funders, now }: LiabilityDeps): void {
  reply(bus, stakingLiabilitiesRequest, async ({ block: requested }) => {
    const block = Math.min(requested, await ledger.findScannedBlock());
    const { stakes, interest, refunds } = await sumLiabilities(db, { block, funders, now: now() });
    return {
      wallet: address,
      block,
      stakes: stakes.toString(),
      interest: interest.toString(),
      refunds: refunds.toString(),
    };
  });
}
