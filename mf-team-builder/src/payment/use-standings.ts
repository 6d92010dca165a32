import type { Game, JoinReason } from '@touchline/api/http/games';
import { useHost } from '@touchline/host/host';
import { useQueries } from '@touchline/host/query';
import { joinWindow } from '@touchline/rules/windows';
import { isPaid, timed } from '../chooser/timed-game.ts';
import { standingQuery } from './payment.queries.ts';
import { usePayments } from './use-payments.ts';

/** Where the caller stands in a game, by its id; absent: nothing is known against joining. */
export type Standings = ReadonlyMap<string, JoinReason>;

/**
 * What keeps the caller out of open games with an entry fee: a payment of his that is being confirmed (sent from here or
 * elsewhere), or no seat that is free. Payments of this browser go on meanwhile.
 */
export function useStandings(wallet: string, games: readonly Game[], joined: readonly string[]): Standings {
  const { api, config } = useHost();
  const payments = usePayments(wallet);
  const asked = games.filter(
    (game) =>
      isPaid(game) &&
      !joined.includes(game.id) &&
      joinWindow(timed(game), api.now(), config.calendar).code === 'OPEN',
  );
  const results = useQueries({ queries: asked.map(({ id }) => standingQuery(api, wallet, id)) });
  const standings = new Map<string, JoinReason>();
  for (const [at, { id }] of asked.entries()) {
    const code = results[at]?.data;
    if (code) standings.set(id, code);
  }
  for (const { record, settlement } of payments)
    if (settlement.state !== 'refused') standings.set(record.game.id, 'PAYMENT_PENDING');
  return standings;
}
