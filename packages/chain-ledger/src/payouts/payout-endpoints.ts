import type { Actor } from '@touchline/api/admin-values';
import type { AdminAction } from '@touchline/api/http/admin-audit';
import {
  type Payout as ApiPayout,
  beginPayout,
  giveUpPayout,
  listPayouts,
  reportPayout,
} from '@touchline/api/http/admin-money';
import { toInstant } from '@touchline/api/values';
import { weiToTokens } from '@touchline/rules/tokens';
import { diffFields, recordAdminChange } from '@touchline/service-kit/administration/admin-changes';
import { type OwnerDeps, replyToEndpoint } from '@touchline/service-kit/administration/owner-requests';
import { readCursorPage } from '@touchline/service-kit/http/cursor-page';
import type { Payout } from './payout.ts';
import type { Payouts } from './payouts.ts';
import { isPayable, type OnStep } from './steps.ts';

export interface PayoutDeps extends OwnerDeps {
  payouts: Payouts;
  /** The wallet that pays, in lower case. */
  address: string;
  /** Epoch ms. */
  now: () => number;
}

interface PayoutEndpoints extends PayoutDeps {
  owner: 'games' | 'staking';
  /** Returns the fields of the payouts that only the service knows, in the same order. */
  explain(payouts: readonly Payout[]): Promise<Pick<ApiPayout, 'because' | 'game_id'>[]>;
  /** Finds the ids of the games or stakes whose name contains this text. */
  findSubjects(search: string): Promise<string[]>;
}

/** Replies to the admin endpoints for payouts, and records each step in the audit log. */
export function replyToPayoutEndpoints(options: PayoutEndpoints): void {
  const { payouts, owner, address: sender } = options;
  const convertAll = async (page: readonly Payout[]) => {
    const explained = await options.explain(page);
    return page.map((payout, index) => ({
      ...toApiPayout(payout),
      ...explained[index]!,
      id: `${owner}.${payout.id}`,
      sender,
    }));
  };
  const convert = async (payout: Payout) => (await convertAll([payout]))[0]!;
  const toKey = ({ id }: { id: string }) => parseId(owner, id);

  replyToEndpoint(options, listPayouts, async ({ query }) => {
    const { kind = null, state = null, search = '' } = query;
    const about = search === '' ? [] : await options.findSubjects(search);
    const filter = { kind, state, search, about };
    const [{ rows, next }, { total, unpaid }] = await Promise.all([
      readCursorPage(
        query,
        (page) => payouts.list(filter, page),
        ({ due_at: at, id }) => ({ at, id }),
      ),
      payouts.totals(filter),
    ]);
    return {
      payouts: await convertAll(rows),
      next,
      total,
      owed_total: weiToTokens(unpaid),
    };
  });
  replyToEndpoint(options, beginPayout, async ({ params, by }) => {
    const onStep = createAuditStep(options, { ...by, reason: 'payout claimed' }, 'PAYOUT_BEGUN');
    const begun = await payouts.begin(toKey(params), by.admin, onStep);
    return { ...begun, payout: await convert(begun.payout) };
  });
  replyToEndpoint(options, reportPayout, async ({ params, body, by }) => {
    const onStep = createAuditStep(options, { ...by, reason: 'transaction reported' }, 'PAYOUT_SENT');
    const hash = body.transaction_hash as `0x${string}`;
    return { payout: await convert(await payouts.report(toKey(params), hash, onStep)) };
  });
  replyToEndpoint(options, giveUpPayout, async ({ params, body, by }) => {
    const onStep = createAuditStep(options, { ...by, reason: 'payout given up' }, 'PAYOUT_GIVEN_UP');
    const { nothing_signed, begun_at } = body;
    const unsigned = nothing_signed && begun_at ? Date.parse(begun_at) : null;
    return {
      payout: await convert(await payouts.giveUp(toKey(params), { admin: by.admin, unsigned }, onStep)),
    };
  });
}

/** Converts a payout to its form in the API, without the fields that the service adds. */
const toApiPayout = (payout: Payout): Omit<ApiPayout, 'id' | 'sender' | 'because' | 'game_id'> => ({
  kind: payout.kind,
  reason: payout.reason,
  recipient: payout.recipient,
  amount: weiToTokens(payout.amount),
  state: payout.state,
  payable: isPayable(payout),
  locked: payout.state === 'DUE' && payout.locked,
  payer: payout.begun_by,
  transaction_hash: payout.tx_hash,
  final: payout.outgoing_state === 'FINAL',
  paid_with: payout.paid_with?.tx_hash ?? null,
  due_at: toInstant(payout.due_at),
  begun_at: instantOrNull(payout.begun_at),
  sent_at: instantOrNull(payout.sent_at),
  confirmed_at: instantOrNull(payout.confirmed_at),
});

const instantOrNull = (ms: number | null) => (ms === null ? null : toInstant(ms));

/** Creates the callback that writes a step into the audit log, in the step's transaction. */
function createAuditStep({ owner, now }: PayoutEndpoints, by: Actor, requested: AdminAction): OnStep {
  return async (trx, before, after) => {
    const fields = diffFields(toAuditedFields(before), toAuditedFields(after));
    if (!fields) return;
    const action = after.state === 'CONFIRMED' ? 'PAYOUT_CONFIRMED' : requested;
    const change = { ...fields, owner, action, subject: `${owner}.${after.id}`, wallet: after.recipient };
    await recordAdminChange(trx, by, change, now());
  };
}

const toAuditedFields = ({ state, begun_by, tx_hash }: Payout) => ({
  state,
  payer: begun_by,
  transaction_hash: tx_hash,
});

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const NO_PAYOUT = '00000000-0000-0000-0000-000000000000';

/** Parses an id of the API, `<owner>.<id>`. An id of another owner becomes one that no payout has. */
function parseId(owner: string, id: string): string {
  const [prefix, key] = id.split('.', 2) as [string, string];
  return prefix === owner && UUID.test(key) ? key : NO_PAYOUT;
}
