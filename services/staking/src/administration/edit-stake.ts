import type { Actor } from '@touchline/api/admin-values';
import { type ErrorDetail, TouchlineError } from '@touchline/api/errors';
import { stakingAdminChanged } from '@touchline/api/events/admin-changes';
import { stakesChanged } from '@touchline/api/events/staking';
import type { AdminStakeDetails, stakeChange } from '@touchline/api/http/admin-stakes';
import { MAX_WEI, STAKE_MESSAGES } from '@touchline/rules/stakes';
import { tokensToWei } from '@touchline/rules/tokens';
import {
  diffFields,
  changeRejected,
  recordAdminChange,
  assertAdmin,
  assertCurrentVersion,
} from '@touchline/service-kit/admin-changes';
import type { Database } from '@touchline/service-kit/database';
import { writeOutbox } from '@touchline/service-kit/outbox';
import { validationError } from '@touchline/service-kit/validate';
import type { Knex } from 'knex';
import type { z } from 'zod';
import { activeTotal, insertChange, lockWallet, raiseWalletVersion } from '../stakes/stakes.store.ts';
import {
  type EditableStake,
  findStake,
  isActive,
  storeEdit,
  toDetails,
  versionOf,
} from './admin-stakes.store.ts';

export interface EditDeps {
  db: Database;
  adminWallets: readonly string[];
  now: () => number;
}

interface Edit {
  by: Actor;
  id: string;
  version: string;
  change: z.output<typeof stakeChange>;
}

/** The longest lock: a date that was mistyped must not cost years of interest. */
const LONGEST_MS = 2 * 365 * 86_400_000;

/**
 * Changes some fields of a stake. From now on another amount counts for the coefficient; earlier steps stay, and what is
 * owed at the end of the lock is the transfer with its interest, whatever the amount says.
 * @throws TouchlineError FORBIDDEN, NOT_FOUND, STALE, VALIDATION_FAILED, CHANGE_REFUSED
 */
export async function applyEdit(deps: EditDeps, edit: Edit): Promise<AdminStakeDetails> {
  const { db, adminWallets, now } = deps;
  assertAdmin(adminWallets, edit.by);
  const { wallet_address: wallet } = await stakeOf(db, edit.id, { hold: false });
  await db.transaction(async (trx) => {
    await lockWallet(trx, wallet);
    const before = await stakeOf(trx, edit.id, { hold: true });
    assertCurrentVersion(edit.version, versionOf(before));
    if (edit.change.is_active) refuseLost(before);
    const after = edited(before, edit.change);
    const fields = diffFields(fieldsOf(before), fieldsOf(after));
    if (!fields) return;
    judge(before, after, edit.change, now());
    await refuseOverMaximum(trx, before, after);
    await storeEdit(trx, after);
    const delta = counting(after) - counting(before);
    if (delta !== 0n) {
      await insertChange(trx, before.id, now(), delta);
      await raiseWalletVersion(trx, wallet);
      await writeOutbox(trx, stakesChanged, { wallet });
    }
    const change = { owner: 'staking', action: 'STAKE_EDITED', subject: edit.id, wallet, ...fields } as const;
    await recordAdminChange(trx, stakingAdminChanged, edit.by, change, now());
  });
  return toDetails(await stakeOf(db, edit.id, { hold: false }));
}

/** @throws TouchlineError NOT_FOUND */
export async function stakeOf(db: Knex, id: string, options: { hold: boolean }): Promise<EditableStake> {
  const stake = await findStake(db, id, options);
  if (!stake) throw new TouchlineError('NOT_FOUND', 'There is no such staking record.');
  return stake;
}

function edited(stake: EditableStake, change: Edit['change']): EditableStake {
  const { amount, lock_start_date: start, lock_end_date: end, is_active } = change;
  return {
    ...stake,
    amount: amount === undefined ? stake.amount : tokensToWei(amount),
    recorded_at: start === undefined ? stake.recorded_at : Date.parse(start),
    lock_end: end === undefined ? stake.lock_end : Date.parse(end),
    counts: is_active === undefined || is_active === isActive(stake) ? stake.counts : is_active,
  };
}

/** As in the call. What was sent as inactive stays so in the eyes of `changedFields`, also where it has no effect. */
const fieldsOf = (stake: EditableStake) => {
  const { amount, lock_start_date, lock_end_date } = toDetails(stake);
  return { amount, lock_start_date, lock_end_date, is_active: stake.counts };
};

/** What a stake adds to its wallet's history; a suspended one is left out of the history as a whole. */
const counting = ({ counts, state, amount }: EditableStake) => (counts && state !== 'UNLOCKED' ? amount : 0n);

const UNLOCKED = 'This stake has been unlocked: what is owed for it stays as it is listed.';

/** What has no transfer, or is over, cannot be active. @throws TouchlineError CHANGE_REFUSED */
function refuseLost({ state }: EditableStake): void {
  if (state === 'UNLOCKED') throw changeRejected(UNLOCKED);
  if (state === 'SUSPENDED')
    throw changeRejected('A reorganisation of the chain removed the transfer of this stake.');
}

/** @throws TouchlineError CHANGE_REFUSED, VALIDATION_FAILED */
function judge(before: EditableStake, after: EditableStake, change: Edit['change'], now: number): void {
  if (before.state === 'UNLOCKED') throw changeRejected(UNLOCKED);
  const wrong: ErrorDetail[] = [];
  if (after.recorded_at !== before.recorded_at && after.recorded_at > now)
    wrong.push({ path: 'lock_start_date', message: 'must not be in the future' });
  const path = change.lock_end_date === undefined ? 'lock_start_date' : 'lock_end_date';
  const duration = after.lock_end - after.recorded_at;
  const moved = after.lock_end !== before.lock_end || after.recorded_at !== before.recorded_at;
  if (moved && duration <= 0) wrong.push({ path, message: 'must leave the end after the start' });
  if (moved && duration > LONGEST_MS)
    wrong.push({ path, message: 'must not make the lock longer than two years' });
  if (wrong.length > 0) throw validationError(wrong);
}

/** @throws TouchlineError CHANGE_REFUSED when more would count than a wallet can stake */
async function refuseOverMaximum(trx: Knex.Transaction, before: EditableStake, after: EditableStake) {
  const more = counting(after) - counting(before);
  if (more <= 0n || after.state !== 'ACTIVE') return;
  const total = await activeTotal(trx, after.wallet_address);
  if (total + more > MAX_WEI) throw changeRejected(`${STAKE_MESSAGES.OVER_MAXIMUM} per wallet.`);
}
