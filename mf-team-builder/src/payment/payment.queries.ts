import { canJoin, type JoinReason } from '@touchline/api/http/games';
import type { Host } from '@touchline/host/host';
import { queryOptions } from '@touchline/host/query';
import { getGamesQueryKey } from '../game/games.queries.ts';
import { finishPayment, mayStillBeMined, type PaymentOutcome } from './finish-payment.ts';
import type { SentPayment } from './payment-records.ts';

/** Polling matches the block time of two seconds and slows down after fifteen polls. */
const POLL_MS = 2_000;
const SLOW_POLL_MS = 5_000;
const FAST_POLLS = 15;
/** Interval of polls for a payment that the chain does not know. */
const MISSING_POLL_MS = 30_000;

function getPollInterval(outcome: PaymentOutcome | undefined, polls: number): number | false {
  if (outcome?.state === 'rejected' && mayStillBeMined(outcome)) return MISSING_POLL_MS;
  if (outcome?.state === 'joined' || outcome?.state === 'rejected') return false;
  return outcome?.state === 'unreachable' || polls > FAST_POLLS ? SLOW_POLL_MS : POLL_MS;
}

/** The outcome of a payment, polled while it is pending. Hidden tabs poll too, because the wallet may cover the page. */
export const getPaymentOutcomeQueryOptions = (host: Host, record: SentPayment) =>
  queryOptions({
    queryKey: ['payment', record.wallet, record.game.id, record.hash],
    queryFn: () => finishPayment(host, record),
    refetchInterval: ({ state }) => getPollInterval(state.data, state.dataUpdateCount),
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: true,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    networkMode: 'always',
  });

/** NOT_CHECKED means that the check itself failed. */
export type EligibilityCode = JoinReason | 'NOT_CHECKED';

/** The reason why the user cannot join a game, if there is one. A failing request counts as one (API-21). */
export const getEligibilityQueryOptions = (api: Host['api'], wallet: string, gameId: string) =>
  queryOptions({
    queryKey: [...getGamesQueryKey(), 'eligibility', wallet, gameId],
    queryFn: async ({ signal }): Promise<EligibilityCode | null> => {
      try {
        return (await api.request(canJoin, { params: { id: gameId }, signal })).code;
      } catch {
        return 'NOT_CHECKED';
      }
    },
    // Polls states that may change: a payment from another device, seats held by others, and a failed check.
    refetchInterval: ({ state: { data } }) =>
      data === 'PAYMENT_PENDING' || data === 'FULL' || data === 'NOT_CHECKED' ? SLOW_POLL_MS : false,
    staleTime: 0,
  });
