import type { EndpointOwner } from '@touchline/api/endpoint';
import {
  beginPayout,
  giveUpPayout,
  listPayouts,
  type PayoutKind,
  reportPayout,
} from '@touchline/api/http/admin-money';
import { type Routes, route } from '@touchline/service-kit/http/route';
import type { Bus } from '@touchline/service-kit/messaging/bus';
import { forward, sendToOwner } from '../owners/forward.ts';
import { mergePayouts } from './merge-payouts.ts';

/** Services with payouts of each kind. */
const OWNERS: Record<PayoutKind, readonly EndpointOwner[]> = {
  REFUND: ['games', 'staking'],
  STAKE_RETURN: ['staking'],
  INTEREST: ['staking'],
};
const ALL_OWNERS = ['games', 'staking'] as const;

/** The id of a payout starts with its owner. */
const pickOwner = ({ id }: { id: string }) => (id.startsWith('staking.') ? 'staking' : 'games');

/**
 * Endpoints for payouts of both owners as one list, and for the steps of a payout. A transfer cannot settle payouts of both owners:
 * each accepts only transfers from its own wallet, and the two wallets differ.
 */
export function payoutRoutes(routes: Routes, bus: Bus): void {
  route(routes, listPayouts, async (request) => {
    const { kind, limit } = request.query;
    const owners = kind ? OWNERS[kind] : ALL_OWNERS;
    const replies = await Promise.all(owners.map((owner) => sendToOwner(bus, owner, listPayouts, request)));
    return mergePayouts(replies, limit);
  });
  forward(routes, bus, beginPayout, pickOwner);
  forward(routes, bus, reportPayout, pickOwner);
  forward(routes, bus, giveUpPayout, pickOwner);
}
