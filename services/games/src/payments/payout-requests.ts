import { gamesAdminChanged } from '@touchline/api/events/admin-changes';
import {
  beginGamesPayout,
  gamesPayoutsRequest,
  giveUpGamesPayout,
  paymentsRequest,
  reportGamesPayout,
} from '@touchline/api/events/admin-payouts';
import type { Payout } from '@touchline/chain-ledger/payouts/payout';
import { type Description, replyToPayoutRequests } from '@touchline/chain-ledger/payouts/payout-requests';
import type { Payouts } from '@touchline/chain-ledger/payouts/payouts';
import { weiToTokens } from '@touchline/rules/tokens';
import type { Database } from '@touchline/service-kit/data/database';
import type { Bus } from '@touchline/service-kit/messaging/bus';
import { reply } from '@touchline/service-kit/messaging/request';
import { findGamesById, findGamesByName } from '../games/games.store.ts';
import { countOpenPayments, findOpenPayments } from './open-payments.store.ts';

export interface PayoutRequestDeps {
  db: Database;
  payouts: Payouts;
  /** Lower case. */
  treasury: string;
  adminWallets: readonly string[];
  now: () => number;
}

/** Replies to the admin service's requests about refunds of entry fees. */
export function replyToGamesPayoutRequests(bus: Bus, deps: PayoutRequestDeps): void {
  const { db, payouts, treasury, adminWallets: admins, now } = deps;
  replyToPayoutRequests(bus, {
    payouts,
    owner: 'games',
    sender: treasury,
    admins,
    requests: {
      list: gamesPayoutsRequest,
      begin: beginGamesPayout,
      report: reportGamesPayout,
      giveUp: giveUpGamesPayout,
      changed: gamesAdminChanged,
    },
    describe: (page) => describe(db, page),
    findSubjects: (search) => findGamesByName(db, search),
    now,
  });
  reply(bus, paymentsRequest, ({ limit, after, ...filter }) => listPayments(db, filter, limit, after));
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

async function describe(db: Database, page: readonly Payout[]): Promise<Description[]> {
  const games = await findGamesById(db, [...new Set(page.flatMap(({ about }) => about ?? []))]);
  const names = new Map(games.map(({ id, name }) => [id, `“${name}”`]));
  return page.map(({ reason, about }) => ({
    because: REASON_TEXTS[reason]?.(names.get(about ?? '') ?? 'a game') ?? reason,
    game_id: about,
  }));
}

type Filter = Parameters<typeof countOpenPayments>[1] & object;

async function listPayments(db: Database, filter: Filter, limit: number, after: string | null) {
  const [page, total] = await Promise.all([
    findOpenPayments(db, filter, { limit: limit + 1, after: after === null ? null : parseCursor(after) }),
    countOpenPayments(db, filter),
  ]);
  const shown = page.slice(0, limit);
  const last = page.length > limit ? shown.at(-1) : undefined;
  return {
    payments: shown.map(({ tx_hash, transfer_id: _, amount, refund, paid_at, payout_id, ...rest }) => ({
      ...rest,
      transaction_hash: tx_hash,
      amount: weiToTokens(amount),
      refund: weiToTokens(refund),
      paid_at: new Date(paid_at).toISOString(),
      payout_id: payout_id === null ? null : `games.${payout_id}`,
    })),
    next: last ? `${last.paid_at}.${last.transfer_id}` : null,
    total,
  };
}

/** Parses a cursor. A malformed one sorts before the oldest payment, so its page is empty. */
function parseCursor(cursor: string) {
  const match = /^(\d{1,13})\.(\d{1,15})$/.exec(cursor);
  return { paid_at: Number(match?.[1] ?? 0), transfer_id: Number(match?.[2] ?? 0) };
}
