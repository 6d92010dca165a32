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
  assertAdmin,
  diffFields,
  recordAdminChange,
} from '@touchline/service-kit/administration/admin-changes';
import type { Bus } from '@touchline/service-kit/messaging/bus';
import { reply } from '@touchline/service-kit/messaging/request';
import type { Hex } from 'viem';
import type { Payout } from './payout.ts';
import type { PayoutCursor } from './payouts.store.ts';
import type { Payouts } from './payouts.ts';
import { isPayable, type OnStep } from './steps.ts';

/** The reason for a payout, worded by the service. */
export interface Description {
  because: string;
  game_id: string | null;
}

export interface PayoutRequests {
  payouts: Payouts;
  owner: 'games' | 'staking';
  /** The wallet that pays, lower case. */
  sender: string;
  admins: readonly string[];
  requests: {
    list: typeof gamesPayoutsRequest;
    begin: typeof beginGamesPayout;
    report: typeof reportGamesPayout;
    giveUp: typeof giveUpGamesPayout;
    changed: typeof gamesAdminChanged;
  };
  /** Returns one description per payout, in the same order. */
  describe(payouts: readonly Payout[]): Promise<Description[]>;
  /** Finds the ids of the subjects (`Payout.about`) whose name contains this text. */
  findSubjects(search: string): Promise<string[]>;
  /** Epoch ms. */
  now: () => number;
}

/** Replies to the admin requests about payouts and records each change in the audit log. */
export function replyToPayoutRequests(bus: Bus, options: PayoutRequests): void {
  const { payouts, owner, admins, requests } = options;
  const toWire = async (payout: Payout) => (await toWirePayouts(options, [payout]))[0]!;
  const toKey = (id: string) => parseId(owner, id);

  reply(bus, requests.list, async ({ kind, state, search, limit, after }) => {
    const about = search === '' ? [] : await options.findSubjects(search);
    const filter = { kind, state, search, about };
    const [page, { total, unpaid }] = await Promise.all([
      payouts.list(filter, { limit: limit + 1, after: after === null ? null : parseCursor(after) }),
      payouts.totals(filter),
    ]);
    return {
      payouts: await toWirePayouts(options, page.slice(0, limit)),
      more: page.length > limit,
      total,
      owed_total: weiToTokens(unpaid),
    };
  });
  reply(bus, requests.begin, async ({ by, id }) => {
    assertAdmin(admins, by);
    const begun = await payouts.begin(toKey(id), by.admin, createAuditStep(options, by, 'PAYOUT_BEGUN'));
    return { ...begun, payout: await toWire(begun.payout) };
  });
  reply(bus, requests.report, async ({ by, id, transaction_hash }) => {
    assertAdmin(admins, by);
    return toWire(
      await payouts.report(toKey(id), transaction_hash as Hex, createAuditStep(options, by, 'PAYOUT_SENT')),
    );
  });
  reply(bus, requests.giveUp, async ({ by, id, nothing_signed }) => {
    assertAdmin(admins, by);
    const step = createAuditStep(options, by, 'PAYOUT_GIVEN_UP');
    return toWire(await payouts.giveUp(toKey(id), nothing_signed, step));
  });
}

/** Creates the callback that writes a step into the audit log, in the step's transaction. */
function createAuditStep(
  { owner, requests, now }: PayoutRequests,
  by: Actor,
  requested: AdminAction,
): OnStep {
  return async (trx, before, after) => {
    const fields = diffFields(toAuditedFields(before), toAuditedFields(after));
    if (!fields) return;
    const action = after.state === 'CONFIRMED' ? 'PAYOUT_CONFIRMED' : requested;
    const change = { ...fields, owner, action, subject: `${owner}.${after.id}`, wallet: after.recipient };
    await recordAdminChange(trx, requests.changed, by, change, now());
  };
}

const toAuditedFields = ({ state, begun_by, tx_hash }: Payout) => ({
  state,
  payer: begun_by,
  transaction_hash: tx_hash,
});

/** The id without its owner. An id of another owner becomes one that no payout has. */
const parseId = (owner: string, id: string) => {
  const [prefix, key] = id.split('.', 2) as [string, string];
  return prefix === owner && UUID.test(key) ? key : NO_PAYOUT;
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const NO_PAYOUT = '00000000-0000-0000-0000-000000000000';

/** Parses a cursor. An invalid one starts with the oldest payout. */
function parseCursor(cursor: string): PayoutCursor {
  const [time = '', id = ''] = cursor.split('.', 2);
  return /^\d{1,13}$/.test(time) && UUID.test(id)
    ? { due_at: Number(time), id }
    : { due_at: 0, id: NO_PAYOUT };
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
    payable: isPayable(payout),
    locked: payout.state === 'DUE' && payout.locked,
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
