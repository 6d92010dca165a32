import { z } from 'zod/mini';
import { editQuery, listQuery, version } from '../admin-values.ts';
import { endpoint } from '../endpoint.ts';
import { idParam, instant, tokenAmount, uuid } from '../values.ts';

/** A row of the staking records table. */
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

/** The columns of the table, all sortable. */
export const STAKE_COLUMNS = [
  'id',
  'wallet_address',
  'amount',
  'lock_start_date',
  'lock_end_date',
  'is_active',
] as const;

/** A staking record with all details, and with the version that a change must include. */
export const adminStakeDetails = z.extend(adminStake, {
  version,
  /** SUSPENDED: a reorganisation removed the transfer, so the stake cannot be active. */
  state: z.enum(['ACTIVE', 'SUSPENDED', 'UNLOCKED']),
  season_id: z.string(),
  /** The transfer on the chain; an administrator may have changed `amount` since. */
  transaction_hash: z.string(),
  transferred: z.string(),
  unlocked_at: z.nullable(instant),
});
export type AdminStakeDetails = z.infer<typeof adminStakeDetails>;

/** The editable fields. Omitted fields remain unchanged. */
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

export const listAdminStakes = endpoint({
  method: 'GET',
  path: '/admin/staking-records',
  auth: 'admin',
  owner: 'staking',
  limit: 'adminList',
  summary: 'All staking records, with search, sorting and paging',
  query: listQuery(STAKE_COLUMNS, 'lock_start_date'),
  data: z.object({ stakingRecords: z.array(adminStake), total: z.number() }),
});

export const getAdminStake = endpoint({
  method: 'GET',
  path: '/admin/staking-records/:id',
  auth: 'admin',
  owner: 'staking',
  summary: 'One staking record with its version (also sent as ETag)',
  params: idParam,
  data: z.object({ stakingRecord: adminStakeDetails }),
});

export const updateAdminStake = endpoint({
  method: 'PUT',
  path: '/admin/staking-records/:id',
  auth: 'admin',
  owner: 'staking',
  summary: 'Change fields of a staking record. The coefficient of its wallet is updated',
  params: idParam,
  query: editQuery,
  body: stakeChange,
  versioned: true,
  data: z.object({ stakingRecord: adminStakeDetails }),
  errorCodes: ['CHANGE_REFUSED'],
});
