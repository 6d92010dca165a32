import { listAdminPayments } from '@touchline/api/http/admin-money';
import { toInstant } from '@touchline/api/values';
import type { Payout } from '@touchline/chain-ledger/payouts/payout';
import { type PayoutDeps, replyToPayoutEndpoints } from '@touchline/chain-ledger/payouts/payout-endpoints';
import { weiToTokens } from '@touchline/rules/tokens';
import { replyToEndpoint } from '@touchline/service-kit/administration/owner-requests';
import type { Database } from '@touchline/service-kit/data/database';
import { readCursorPage } from '@touchline/service-kit/http/cursor-page';
import { findGamesById, findGamesByName } from '../games/games.store.ts';
import { countOpenPayments, findOpenPayments } from './open-payments.store.ts';

/** Replies to admin requests about refunds of entry fees, and about payments without an entry. */
export function replyToPayoutRequests(deps: PayoutDeps & { db: Database }): void {
  const { db } = deps;
  replyToPayoutEndpoints({
    ...deps,
    owner: 'games',
    explain: (page) => explainPayouts(db, page),
    findSubjects: (search) => findGamesByName(db, search),
  });
  replyToEndpoint(deps, listAdminPayments, ({ query: { only = null, search = '', ...page } }) =>
    listPayments(db, { only, search }, page),
  );
}

/** Refund reasons for administrators; `game` is the quoted name. */
const REASON_TEXTS: Readonly<Record<string, (game: string) => string>> = {
  GAME_CANCELLED: (game) => `${game} was cancelled`,
  OVERPAID: (game) => `More than the entry fee of ${game}`,
  UNDERPAID: (game) => `Less than the entry fee of ${game}`,
  GAME_FULL: (game) => `All seats of ${game} were taken`,
  JOIN_CLOSED: (game) => `${game} could no longer be joined`,
  ALREADY_JOINED: (game) => `A second payment for ${game}`,
  SQUAD_INVALID: (game) => `The team for ${game} was no longer within the budget`,
  NO_RESERVATION: () => 'No reservation matches this payment',
};

async function explainPayouts(db: Database, page: readonly Payout[]) {
  const games = await findGamesById(db, [...new Set(page.flatMap(({ about }) => about ?? []))]);
  const names = new Map(games.map(({ id, name }) => [id, `“${name}”`]));
  return page.map(({ reason, about }) => {
    // Without a reservation, a payment is about a game only if an entry in it was paid already.
    const key = reason === 'NO_RESERVATION' && about !== null ? 'ALREADY_JOINED' : reason;
    return { because: REASON_TEXTS[key]?.(names.get(about ?? '') ?? 'a game') ?? reason, game_id: about };
  });
}

type Filter = Parameters<typeof countOpenPayments>[1] & object;
type Page = Parameters<typeof readCursorPage>[0];
const TRANSFER_ID = /^\d{1,15}$/;

async function listPayments(db: Database, filter: Filter, page: Page) {
  const [{ rows, next }, total] = await Promise.all([
    readCursorPage(
      page,
      (read) => findOpenPayments(db, filter, read),
      ({ paid_at: at, transfer_id }) => ({ at, id: String(transfer_id) }),
      TRANSFER_ID,
    ),
    countOpenPayments(db, filter),
  ]);
  return {
    payments: rows.map(({ tx_hash, transfer_id: _, amount, refund, paid_at, payout_id, ...rest }) => ({
      ...rest,
      transaction_hash: tx_hash,
      amount: weiToTokens(amount),
      refund: weiToTokens(refund),
      paid_at: toInstant(paid_at),
      payout_id: payout_id === null ? null : `games.${payout_id}`,
    })),
    next,
    total,
  };
}
