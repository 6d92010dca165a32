import type { Game } from '@touchline/api/http/games';
import { useHost } from '@touchline/host/host';
import { hasFirstLoadFailed } from '@touchline/host/load-errors';
import { useQueries, useQuery } from '@touchline/host/query';
import { useFeatures } from '@touchline/host/use-features';
import { useNow } from '@touchline/host/use-now';
import { joinWindow } from '@touchline/rules/calendar';
import { useEffect } from 'react';
import { isPaid, toTimedGame } from '../game/game.ts';
import { getJoinedGamesQueryOptions } from '../game/games.queries.ts';
import { type EligibilityCode, getEligibilityQueryOptions } from '../payment/payment.queries.ts';
import { usePayments } from '../payment/use-payments.ts';
import type { CardContext } from './card-state.ts';

const NONE: readonly string[] = [];

/**
 * Loads what the states of the user's cards depend on. `pending` is true until the joined games are known, because "Join" could be
 * wrong. Also finishes the payments of this browser while mounted.
 */
export function useCardContext(
  wallet: string,
  games: readonly Game[],
): { pending: boolean; context: CardContext } {
  const { api, config } = useHost();
  const query = useQuery(getJoinedGamesQueryOptions(api, wallet));
  const joined = query.data ?? NONE;
  useEffect(() => {
    // CHOOSE-16: the games are shown without this list, because the server rejects a second join.
    if (query.error) console.warn('joined games load failed; cards ignore them', query.error);
  }, [query.error]);
  const eligibility = useEligibility(wallet, games, joined);
  const context = {
    now: useNow(),
    calendar: config.calendar,
    joined,
    eligibility,
    features: useFeatures(),
  };
  return { pending: query.isPending && !hasFirstLoadFailed(query), context };
}

/**
 * Finds the reasons why the user cannot join open games with an entry fee: a pending payment from this browser or another
 * device, or no free seat.
 */
function useEligibility(
  wallet: string,
  games: readonly Game[],
  joined: readonly string[],
): CardContext['eligibility'] {
  const { api, config } = useHost();
  const payments = usePayments(wallet);
  const open = games.filter(
    (game) =>
      isPaid(game) &&
      !joined.includes(game.id) &&
      joinWindow(toTimedGame(game), api.now(), config.calendar).code === 'OPEN',
  );
  const results = useQueries({ queries: open.map(({ id }) => getEligibilityQueryOptions(api, wallet, id)) });
  const eligibility = new Map<string, EligibilityCode>();
  for (const [index, { id }] of open.entries()) {
    const code = results[index]?.data;
    if (code) eligibility.set(id, code);
  }
  for (const { record, outcome } of payments)
    if (outcome.state !== 'rejected') eligibility.set(record.game.id, 'PAYMENT_PENDING');
  return eligibility;
}
