import type { Host } from '@touchline/host/host';
import { queryOptions } from '@touchline/host/query';
import { checkEligibility, NOT_CHECKED } from './eligibility.ts';
import { finishPayment, type PaymentOutcome } from './finish-payment.ts';
import type { SentPayment } from './payment-records.ts';

/** A block takes two seconds; whoever waits long waits for something else. */
const BLOCK_MS = 2_000;
const PATIENT_MS = 5_000;
const EAGER_LOOKS = 15;

function nextLook(outcome: PaymentOutcome | undefined, looks: number): number | false {
  if (outcome?.state === 'joined' || outcome?.state === 'refused') return false;
  return outcome?.state === 'unreachable' || looks > EAGER_LOOKS ? PATIENT_MS : BLOCK_MS;
}

/** What has become of a payment; asks on while it is open, also behind another tab (the wallet may be that tab). */
export const paymentOutcomeQuery = (host: Host, record: SentPayment) =>
  queryOptions({
    queryKey: ['payment', record.wallet, record.game.id, record.hash],
    queryFn: () => finishPayment(host, record),
    refetchInterval: ({ state }) => nextLook(state.data, state.dataUpdateCount),
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: true,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    networkMode: 'always',
  });

/** Whether the caller may join a game, by the server. */
export const eligibilityQuery = (api: Host['api'], wallet: string, gameId: string) =>
  queryOptions({
    queryKey: ['team-builder', 'games', 'eligibility', wallet, gameId],
    queryFn: ({ signal }) => checkEligibility(api, gameId, signal),
    // A payment that another device has sent becomes an entry by itself, and what could not be checked may be soon.
    refetchInterval: ({ state: { data } }) =>
      data?.code === 'PAYMENT_PENDING' || data?.reason === NOT_CHECKED ? PATIENT_MS : false,
    staleTime: 0,
  });
