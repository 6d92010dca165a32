import type { Actor } from '@touchline/api/admin-values';
import type { gamesAdminChanged } from '@touchline/api/events/admin-changes';
import type {
  beginGamesPayout,
  gamesPayoutsRequest,
  giveUpGamesPayout,
  reportGamesPayout,
} from '@touchline/api/events/admin-payouts';
import type { AdminAction } from '@touchline/api/http/admin-audit';
import type { Payout as WirePayout } from '@touchline/api/http/admin-money';
import { weiToTokens } from '@touchline/rules/tokens';
import {
  diffFields,
  recordAdminChange,
  assertAdmin,
} from '@touchline/service-kit/admin-changes';
import type { Bus } from '@touchline/service-kit/bus';
import { reply } from '@touchline/service-kit/request';
import type { Hex } from 'viem';
import type { Payout } from './payout.ts';
import type { PayoutCursor } from './payouts.store.ts';
import type { Payouts } from './payouts.ts';
import { isPayable, type OnStep } from './steps.ts';

/** What a payout is about, in the service's words. */
export interface Description {
  because: string;
  game_id: string | null;
}

export interface PayoutRequests {
  payouts: Payouts;
  owner: 'games' | 'staking';
  /** Sends the money, lower case. */
  sender: string;
  admins: readonly string[];
  requests: {
    list: typeof gamesPayoutsRequest;
    begin: typeof beginGamesPayout;
    report: typeof reportGamesPayout;
    giveUp: typeof giveUpGamesPayout;
    changed: typeof gamesAdminChanged;
  };
  /** One for each payout, in their order. */
  describe(payouts: readonly Payout[]): Promise<Description[]>;
  /** Ids of what people call by a name that contains this text; what payouts can be about. */
  named(search: string): Promise<string[]>;
  /** Epoch ms. */
  now: () => number;
}

/** Answers the administrators' questions about payouts, and writes down what they did. */
export function replyToPayoutRequests(bus: Bus, answers: PayoutRequests): void {
  const { payouts, owner, admins, requests: questions } = answers;
  const wire = async (payout: Payout) => (await toWirePayouts(answers, [payout]))[0]!;
  const keyOf = (id: string) => parseId(owner, id);

  reply(bus, questions.list, async ({ kind, state, search, limit, after }) => {
    const about = search === '' ? [] : await answers.named(search);
    const filter = { kind, state, search, about };
    const [page, { total, owed }] = await Promise.all([
      payouts.list(filter, { limit: limit + 1, after: after === null ? null : parseCursor(after) }),
      payouts.totals(filter),
    ]);
    return {
      payouts: await toWirePayouts(answers, page.slice(0, limit)),
      more: page.length > limit,
      total,
      owed_total: weiToTokens(owed),
    };
  });
  reply(bus, questions.begin, async ({ by, id }) => {
    assertAdmin(admins, by);
    const begun = await payouts.begin(keyOf(id), by.admin, createAuditStep(answers, by, 'PAYOUT_BEGUN'));
    return { ...begun, payout: await wire(begun.payout) };
  });
  reply(bus, questions.report, async ({ by, id, transaction_hash }) => {
    assertAdmin(admins, by);
    return wire(await payouts.report(keyOf(id), transaction_hash as Hex, createAuditStep(answers, by, 'PAYOUT_SENT')));
  });
  reply(bus, questions.giveUp, async ({ by, id }) => {
    assertAdmin(admins, by);
    return wire(await payouts.giveUp(keyOf(id), createAuditStep(answers, by, 'PAYOUT_GIVEN_UP')));
  });
}

/** Writes the step into the service's record of administrators' changes, in the step's transaction. */
function createAuditStep({ owner, requests: questions, now }: PayoutRequests, by: Actor, asked: AdminAction): OnStep {
  return async (trx, before, after) => {
    const fields = diffFields(toAuditedFields(before), toAuditedFields(after));
    if (!fields) return;
    const action = after.state === 'CONFIRMED' ? 'PAYOUT_CONFIRMED' : asked;
    const change = { ...fields, owner, action, subject: `${owner}.${after.id}`, wallet: after.recipient };
    await recordAdminChange(trx, questions.changed, by, change, now());
  };
}

const toAuditedFields = ({ state, begun_by, tx_hash }: Payout) => ({
  state,
  payer: begun_by,
  transaction_hash: tx_hash,
});

/** The id without its owner; one of another owner is nobody's. */
const parseId = (owner: string, id: string) => {
  const [of, key] = id.split('.', 2) as [string, string];
  return of === owner && UUID.test(key) ? key : NO_PAYOUT;
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const NO_PAYOUT = '00000000-0000-0000-0000-000000000000';

/** Reads a cursor; one that nobody wrote begins with the oldest. */
function parseCursor(cursor: string): PayoutCursor {
  const [time = '', id = ''] = cursor.split('.', 2);
  return /^\d{1,13}$/.test(time) && UUID.test(id) ? { due_at: Number(time), id } : { due_at: 0, id: NO_PAYOUT };
}

async function toWirePayouts(
  { owner, sender, describe }: PayoutRequests,
  payouts: readonly Payout[],
): Promise<WirePayout[]> {
  const descriptions = await describe(payouts);
  return payouts.map((payout, index) => ({
    id: `${owner}.${payout.id}`,
    kind: payout.kind,
    reason: payout.reason,
    ...descriptions[index]!,
    recipient: payout.recipient,
    amount: weiToTokens(payout.amount),
    state: payout.state,
    payable: payout.state === 'DUE' && isPayable(payout),
    sender,
    payer: payout.begun_by,
    transaction_hash: payout.tx_hash,
    final: payout.outgoing_state === 'FINAL',
    paid_with: payout.paid_with?.tx_hash ?? null,
    due_at: iso(payout.due_at),
    begun_at: isoOrNull(payout.begun_at),
    sent_at: isoOrNull(payout.sent_at),
    confirmed_at: isoOrNull(payout.confirmed_at),
  }));
}

const iso = (ms: number) => new Date(ms).toISOString();
const isoOrNull = (ms: number | null) => (ms === null ? null : iso(ms));
