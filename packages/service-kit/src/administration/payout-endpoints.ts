import type { Actor } from '@touchline/api/admin-values';
import type { EventType } from '@touchline/api/event';
import type { gamesAdminChanged } from '@touchline/api/events/admin-changes';
import type { AdminAction } from '@touchline/api/http/admin-audit';
import {
  beginPayout,
  giveUpPayout,
  listPayouts,
  type Payout,
  type PayoutKind,
  type PayoutState,
  reportPayout,
} from '@touchline/api/http/admin-money';
import { weiToTokens } from '@touchline/rules/tokens';
import type { Knex } from 'knex';
import { type Position, readCursorPage } from '../http/cursor-page.ts';
import type { Bus } from '../messaging/bus.ts';
import { diffFields, recordAdminChange } from './admin-changes.ts';
import { replyToEndpoint } from './owner-requests.ts';

/** Fields of a stored payout that the audit log contains. */
interface StoredPayout {
  id: string;
  recipient: string;
  state: PayoutState;
  begun_by: string | null;
  tx_hash: string | null;
  /** Epoch ms. */
  due_at: number;
}

/** Called in the transaction of a step that changed the payout. */
type OnStep<P> = (trx: Knex.Transaction, before: P, after: P) => Promise<void>;

interface Filter {
  kind: PayoutKind | null;
  state: PayoutState | null;
  search: string;
  /** Ids of games or stakes whose name contains `search`. */
  about: string[];
}

/** The payouts of a service: `Payouts` of packages/chain-ledger. */
interface PayoutLedger<P> {
  begin(id: string, admin: string, onStep: OnStep<P>): Promise<{ payout: P; newly_begun: boolean }>;
  report(id: string, hash: `0x${string}`, onStep: OnStep<P>): Promise<P>;
  giveUp(id: string, claim: { admin: string; nothingSigned: boolean }, onStep: OnStep<P>): Promise<P>;
  /** Latest due first. */
  list(filter: Filter, page: { limit: number; after: Position | null }): Promise<P[]>;
  totals(filter: Filter): Promise<{ total: number; unpaid: bigint }>;
}

export interface PayoutEndpoints<P> {
  bus: Bus;
  adminWallets: readonly string[];
  payouts: PayoutLedger<P>;
  owner: 'games' | 'staking';
  /** Event that publishes a recorded change. */
  changed: EventType<(typeof gamesAdminChanged)['payload']>;
  /** Returns the payouts in their form in the API, in the same order, without the ids. */
  describe(payouts: readonly P[]): Promise<Omit<Payout, 'id'>[]>;
  /** Finds the ids of the games or stakes whose name contains this text. */
  findSubjects(search: string): Promise<string[]>;
  /** Epoch ms. */
  now: () => number;
}

/** Replies to the admin endpoints for payouts, and records each step in the audit log. */
export function replyToPayoutEndpoints<P extends StoredPayout>(options: PayoutEndpoints<P>): void {
  const { payouts, owner } = options;
  const convertAll = async (page: readonly P[]) =>
    (await options.describe(page)).map((fields, index) => ({ ...fields, id: `${owner}.${page[index]!.id}` }));
  const convert = async (payout: P) => (await convertAll([payout]))[0]!;
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
    const onStep = createAuditStep(options, { ...by, reason: 'pays it' }, 'PAYOUT_BEGUN');
    const begun = await payouts.begin(toKey(params), by.admin, onStep);
    return { ...begun, payout: await convert(begun.payout) };
  });
  replyToEndpoint(options, reportPayout, async ({ params, body, by }) => {
    const onStep = createAuditStep(options, { ...by, reason: 'has sent it' }, 'PAYOUT_SENT');
    const hash = body.transaction_hash as `0x${string}`;
    return { payout: await convert(await payouts.report(toKey(params), hash, onStep)) };
  });
  replyToEndpoint(options, giveUpPayout, async ({ params, body, by }) => {
    const onStep = createAuditStep(options, { ...by, reason: 'gives it up' }, 'PAYOUT_GIVEN_UP');
    const claim = { admin: by.admin, nothingSigned: body.nothing_signed };
    return { payout: await convert(await payouts.giveUp(toKey(params), claim, onStep)) };
  });
}

/** Creates the callback that writes a step into the audit log, in the step's transaction. */
function createAuditStep<P extends StoredPayout>(
  { owner, changed, now }: PayoutEndpoints<P>,
  by: Actor,
  requested: AdminAction,
): OnStep<P> {
  return async (trx, before, after) => {
    const fields = diffFields(toAuditedFields(before), toAuditedFields(after));
    if (!fields) return;
    const action = after.state === 'CONFIRMED' ? 'PAYOUT_CONFIRMED' : requested;
    const change = { ...fields, owner, action, subject: `${owner}.${after.id}`, wallet: after.recipient };
    await recordAdminChange(trx, changed, by, change, now());
  };
}

const toAuditedFields = ({ state, begun_by, tx_hash }: StoredPayout) => ({
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
