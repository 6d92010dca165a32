import type { Game, JoinReason } from '@touchline/api/http/games';
import { useHost } from '@touchline/host/host';
import { useQueries } from '@touchline/host/query';
import { joinWindow } from '@touchline/rules/windows';
import { isPaid, timed } from '../game/timed-game.ts';
import { NOT_CHECKED } from './eligibility.ts';
import { eligibilityQuery } from './payment.queries.ts';
import { usePayments } from './use-payments.ts';

/** NOT_CHECKED: the server could not be asked. */
export type EligibilityCode = JoinReason | 'NOT_CHECKED';
/** Where the caller stands in a game, by its id; absent: nothing is known against joining. */
export type EligibilityByGame = ReadonlyMap<string, EligibilityCode>;

/**
 * What keeps the caller out of open games with an entry fee: a payment of his that is being confirmed (sent from here or
 * elsewhere), or no seat that is free. Payments of this browser go on meanwhile.
 */
export function useEligibility(
  wallet: string,
  games: readonly Game[],
  joined: readonly string[],
): EligibilityByGame {
  const { api, config } = useHost();
  const payments = usePayments(wallet);
  const asked = games.filter(
    (game) =>
      isPaid(game) &&
      !joined.includes(game.id) &&
      joinWindow(timed(game), api.now(), config.calendar).code === 'OPEN',
  );
  const results = useQueries({ queries: asked.map(({ id }) => eligibilityQuery(api, wallet, id)) });
  const eligibility = new Map<string, EligibilityCode>();
  for (const [at, { id }] of asked.entries()) {
    const { code = null, reason } = results[at]?.data ?? {};
    const standing = reason === NOT_CHECKED ? 'NOT_CHECKED' : code;
    if (standing) eligibility.set(id, standing);
  }
  for (const { record, outcome } of payments)
    if (outcome.state !== 'refused') eligibility.set(record.game.id, 'PAYMENT_PENDING');
  return eligibility;
}
