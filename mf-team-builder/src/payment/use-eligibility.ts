import type { Game } from '@touchline/api/http/games';
import { useHost } from '@touchline/host/host';
import { useQueries } from '@touchline/host/query';
import { joinWindow } from '@touchline/rules/calendar';
import { isPaid, toTimedGame } from '../game/game.ts';
import { type EligibilityCode, getEligibilityQueryOptions } from './payment.queries.ts';
import { usePayments } from './use-payments.ts';

/** Reasons why the user cannot join, by game id. Games without a known reason are absent. */
export type EligibilityByGame = ReadonlyMap<string, EligibilityCode>;

/**
 * Finds the reasons why the user cannot join open games with an entry fee: a pending payment from this browser or another
 * device, or no free seat. Also finishes the payments of this browser while mounted.
 */
export function useEligibility(
  wallet: string,
  games: readonly Game[],
  joined: readonly string[],
): EligibilityByGame {
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
