import type { Actor } from '@touchline/api/admin-values';
import type { ErrorDetail } from '@touchline/api/errors';
import { stakesChanged } from '@touchline/api/events/staking';
import type { AdminStakeDetails, stakeChange } from '@touchline/api/http/admin-stakes';
import { MAX_WEI, STAKE_MESSAGES } from '@touchline/rules/stakes';
import { tokensToWei } from '@touchline/rules/tokens';
import {
  assertCurrentVersion,
  changeRejected,
  diffFields,
  recordAdminChange,
} from '@touchline/service-kit/administration/admin-changes';
import type { Database } from '@touchline/service-kit/data/database';
import { validationError } from '@touchline/service-kit/http/validate';
import { writeOutbox } from '@touchline/service-kit/messaging/outbox';
import type { Knex } from 'knex';
import type { z } from 'zod';
import { insertChange, lockWallet, raiseWalletVersion, sumActiveStakes } from '../stakes/stakes.store.ts';
import {
  buildVersion,
  type EditableStake,
  isActive,
  readStake,
  storeEdit,
  toDetails,
} from './admin-stakes.store.ts';

export interface EditDeps {
  db: Database;
  now: () => number;
}

interface Edit {
  by: Actor;
  id: string;
  version: string;
  change: z.output<typeof stakeChange>;
}

/** Longest allowed lock, so that a mistyped date does not cost years of interest. */
const MAX_LOCK_MS = 2 * 365 * 86_400_000;

/**
 * Changes fields of a stake. A new amount counts for the coefficient from now on; earlier steps are kept. The payout at the
 * end of the lock is always the transferred amount with its interest, regardless of the edited amount.
 * @throws TouchlineError NOT_FOUND, STALE, VALIDATION_FAILED, CHANGE_REFUSED
 */
export async function applyEdit(deps: EditDeps, edit: Edit): Promise<AdminStakeDetails> {
  const { db, now } = deps;
  const { wallet_address: wallet } = await readStake(db, edit.id, { hold: false });
  await db.transaction(async (trx) => {
    await lockWallet(trx, wallet);
    // Games compares both the change and its record with the kick-offs.
    const at = now();
    const before = await readStake(trx, edit.id, { hold: true });
    assertCurrentVersion(edit.version, buildVersion(before));
    if (edit.change.is_active) assertNotLost(before);
    const after = applyChange(before, edit.change);
    const fields = diffFields(toAuditFields(before), toAuditFields(after));
    if (!fields) return;
    assertValidEdit(before, after, edit.change, at);
    await assertWithinMaximum(trx, before, after);
    await storeEdit(trx, after);
    const delta = computeCountedAmount(after) - computeCountedAmount(before);
    if (delta !== 0n) await insertChange(trx, before.id, at, delta);
    // Games also needs an edit that changes the coefficient only later.
    await raiseWalletVersion(trx, wallet);
    await writeOutbox(trx, stakesChanged, { wallet });
    const change = { owner: 'staking', action: 'STAKE_EDITED', subject: edit.id, wallet, ...fields } as const;
    await recordAdminChange(trx, edit.by, change, at);
  });
  return toDetails(await readStake(db, edit.id, { hold: false }));
}

function applyChange(stake: EditableStake, change: Edit['change']): EditableStake {
  const { amount, lock_start_date: start, lock_end_date: end, is_active } = change;
  return {
    ...stake,
    amount: amount === undefined ? stake.amount : tokensToWei(amount),
    recorded_at: start === undefined ? stake.recorded_at : Date.parse(start),
    lock_end: end === undefined ? stake.lock_end : Date.parse(end),
    counts: is_active === undefined || is_active === isActive(stake) ? stake.counts : is_active,
  };
}

/** The editable fields for `diffFields`. `is_active` is the edited flag, even where it has no effect. */
const toAuditFields = (stake: EditableStake) => {
  const { amount, lock_start_date, lock_end_date } = toDetails(stake);
  return { amount, lock_start_date, lock_end_date, is_active: stake.counts };
};

/** The amount that a stake adds to its wallet's history. Suspended stakes are excluded from the history elsewhere. */
const computeCountedAmount = ({ counts, state, amount }: EditableStake) =>
  counts && state !== 'UNLOCKED' ? amount : 0n;

const UNLOCKED = 'This stake is already unlocked. Its payouts can no longer be changed here.';

/** @throws TouchlineError CHANGE_REFUSED when the stake is unlocked or its transfer was removed */
function assertNotLost({ state }: EditableStake): void {
  if (state === 'UNLOCKED') throw changeRejected(UNLOCKED);
  if (state === 'SUSPENDED')
    throw changeRejected('A chain reorganisation removed the transfer of this stake.');
}

/** @throws TouchlineError CHANGE_REFUSED, VALIDATION_FAILED */
function assertValidEdit(
  before: EditableStake,
  after: EditableStake,
  change: Edit['change'],
  now: number,
): void {
  if (before.state === 'UNLOCKED') throw changeRejected(UNLOCKED);
  const errors: ErrorDetail[] = [];
  if (after.recorded_at !== before.recorded_at && after.recorded_at > now)
    errors.push({ path: 'lock_start_date', message: 'must not be in the future' });
  const path = change.lock_end_date === undefined ? 'lock_start_date' : 'lock_end_date';
  const duration = after.lock_end - after.recorded_at;
  const moved = after.lock_end !== before.lock_end || after.recorded_at !== before.recorded_at;
  if (moved && duration <= 0) errors.push({ path, message: 'must keep the end after the start' });
  if (moved && duration > MAX_LOCK_MS)
    errors.push({ path, message: 'must not make the lock longer than two years' });
  if (errors.length > 0) throw validationError(errors);
}

/** @throws TouchlineError CHANGE_REFUSED when the wallet's total would exceed the maximum */
async function assertWithinMaximum(trx: Knex.Transaction, before: EditableStake, after: EditableStake) {
  const increase = computeCountedAmount(after) - computeCountedAmount(before);
  if (increase <= 0n || after.state !== 'ACTIVE') return;
  const total = await sumActiveStakes(trx, after.wallet_address);
  if (total + increase > MAX_WEI) throw changeRejected(`${STAKE_MESSAGES.OVER_MAXIMUM} per wallet.`);
}
