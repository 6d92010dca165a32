import type { Host } from '@touchline/host/host';
import { queryOptions } from '@touchline/host/query';
import { getGamesQueryKey } from '../game/games.queries.ts';
import { checkEligibility, NOT_CHECKED } from './eligibility.ts';
import { finishPayment, type PaymentOutcome } from './finish-payment.ts';
import type { SentPayment } from './payment-records.ts';

/** A block takes two seconds; after fifteen polls the delay has another cause. */
const POLL_MS = 2_000;
const SLOW_POLL_MS = 5_000;
const FAST_POLLS = 15;

function pollInterval(outcome: PaymentOutcome | undefined, polls: number): number | false {
  if (outcome?.state === 'joined' || outcome?.state === 'refused') return false;
  return outcome?.state === 'unreachable' || polls > FAST_POLLS ? SLOW_POLL_MS : POLL_MS;
}

const getPaymentOutcomeQueryKey = ({ wallet, game, hash }: SentPayment) =>
  ['payment', wallet, game.id, hash] as const;

/** The outcome of a payment, polled while it is open; in hidden tabs too, because the wallet may be the visible one. */
export const getPaymentOutcomeQueryOptions = (host: Host, record: SentPayment) =>
  queryOptions({
    queryKey: getPaymentOutcomeQueryKey(record),
    queryFn: () => finishPayment(host, record),
    refetchInterval: ({ state }) => pollInterval(state.data, state.dataUpdateCount),
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: true,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    networkMode: 'always',
  });

const getEligibilityQueryKey = (wallet: string, gameId: string) =>
  [...getGamesQueryKey(), 'eligibility', wallet, gameId] as const;

/** Whether the server lets the user join a game. */
export const getEligibilityQueryOptions = (api: Host['api'], wallet: string, gameId: string) =>
  queryOptions({
    queryKey: getEligibilityQueryKey(wallet, gameId),
    queryFn: ({ signal }) => checkEligibility(api, gameId, signal),
    // A payment sent from another device turns into an entry, a failed check may succeed next time, and a held seat may
    // come free.
    refetchInterval: ({ state: { data } }) =>
      data?.code === 'PAYMENT_PENDING' || data?.code === 'FULL' || data?.reason === NOT_CHECKED
        ? SLOW_POLL_MS
        : false,
    staleTime: 0,
  });
