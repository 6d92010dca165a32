import { z } from 'zod/mini';
import { editQuery, listQuery, version } from '../admin-values.ts';
import { endpoint } from '../endpoint.ts';
import { instant, tokenAmount, uuid } from '../values.ts';

/** A row of the table of staking records. */
export const adminStake = z.object({
  id: uuid,
  wallet_address: z.string(),
  /** Whole FOOTBALL, decimal string. */
  amount: z.string(),
  lock_start_date: instant,
  lock_end_date: instant,
  is_active: z.boolean(),
});
export type AdminStake = z.infer<typeof adminStake>;

/** The columns of the table: what it can be sorted by. */
export const STAKE_COLUMNS = [
  'id',
  'wallet_address',
  'amount',
  'lock_start_date',
  'lock_end_date',
  'is_active',
] as const;

/** A staking record as its dialog shows it, with the version that a change must name. */
export const adminStakeDetails = z.extend(adminStake, {
  version,
  /** SUSPENDED: a reorganisation removed the transfer; it is not active, whatever an administrator wants. */
  state: z.enum(['ACTIVE', 'SUSPENDED', 'UNLOCKED']),
  season_id: z.string(),
  /** The transfer as the chain has it; `amount` may have been changed since. */
  transaction_hash: z.string(),
  transferred: z.string(),
  unlocked_at: z.nullable(instant),
});
export type AdminStakeDetails = z.infer<typeof adminStakeDetails>;

/** The fields that can be changed, any of them; what is not sent stays. */
export const stakeChange = z.strictObject({
  amount: z.optional(
    tokenAmount.check(
      z.refine(
        (amount) => Number(amount) > 0 && Number(amount) <= 10_000_000,
        'must be more than 0 and at most 10,000,000',
      ),
    ),
  ),
  lock_start_date: z.optional(instant),
  lock_end_date: z.optional(instant),
  is_active: z.optional(z.boolean()),
});

const idParam = z.strictObject({ id: uuid });

export const listAdminStakes = endpoint({
  method: 'GET',
  path: '/admin/staking-records',
  auth: 'admin',
  limit: 'adminList',
  summary: 'All staking records, searched, sorted and paged',
  query: listQuery(STAKE_COLUMNS, 'lock_start_date'),
  data: z.object({ stakingRecords: z.array(adminStake), total: z.number() }),
});

export const getAdminStake = endpoint({
  method: 'GET',
  path: '/admin/staking-records/:id',
  auth: 'admin',
  summary: 'One staking record with its version (also as ETag)',
  params: idParam,
  data: z.object({ stakingRecord: adminStakeDetails }),
});

export const updateAdminStake = endpoint({
  method: 'PUT',
  path: '/admin/staking-records/:id',
  auth: 'admin',
  summary: 'Change some fields of a staking record; the coefficient of its wallet follows',
  params: idParam,
  query: editQuery,
  body: stakeChange,
  versioned: true,
  data: z.object({ stakingRecord: adminStakeDetails }),
  refuses: ['CHANGE_REFUSED'],
});
