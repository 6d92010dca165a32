import type { coefficientHistory } from '@touchline/api/events/staking';
import { toInstant } from '@touchline/api/values';
import { coefficientSteps, type StakeChange } from '@touchline/rules/stakes';
import { query } from '@touchline/service-kit/data/database';
import type { Knex } from 'knex';
import type { z } from 'zod';

export type CoefficientHistory = z.infer<typeof coefficientHistory>;

/**
 * Suspended stakes are excluded from the history, and edits that changed only the start of a lock. A changed end counts, because the
 * stake does until then. An edit has an effect until the stake is unlocked, or would have been without the edit.
 */
const SELECT = `select wallets.wallet_address as wallet, version, (
    select json_agg(json_build_object('at', extract(epoch from at) * 1000, 'delta', delta::text) order by at, stake_changes.id)
    from stakes join stake_changes on stake_changes.stake_id = stakes.id
    where stakes.wallet_address = wallets.wallet_address and stakes.state <> 'SUSPENDED'
  ) as changes, (
    select json_agg(json_build_object('at', extract(epoch from at) * 1000, 'admin', admin,
      'until', case when stakes.state = 'UNLOCKED'
        then extract(epoch from greatest(unlocked_at, lock_end, (before ->> 'lock_end_date')::timestamptz)) * 1000 end) order by position)
    from stakes join admin_changes on subject = stakes.id::text
    where stakes.wallet_address = wallets.wallet_address and stakes.state <> 'SUSPENDED'
      and action = 'STAKE_EDITED' and jsonb_exists_any(after, array['amount', 'lock_end_date', 'is_active'])
  ) as edits from wallets`;

interface Row {
  wallet: string;
  version: number;
  changes: { at: number; delta: string }[] | null;
  edits: { at: number; admin: string; until: number | null }[] | null;
}

interface Page {
  /** Default: all. */
  wallets?: readonly string[];
  after?: string | undefined;
  limit?: number;
}

/** Histories by wallet. Wallets that never staked are omitted. */
export async function findHistories(
  db: Knex,
  { wallets, after = '', limit }: Page,
): Promise<CoefficientHistory[]> {
  const rows = await query<Row>(
    db,
    `${SELECT} where (cast(:wallets as text[]) is null or wallet_address = any(:wallets)) and wallet_address > :after
       and version > 0 order by 1 limit :limit`,
    { wallets: wallets ? [...wallets] : null, after, limit: limit ?? null },
  );
  return rows.map(toHistory);
}

function toHistory({ wallet, version, changes, edits }: Row): CoefficientHistory {
  const steps = coefficientSteps((changes ?? []).map(toChange));
  return {
    wallet,
    version,
    steps: steps.map(({ at, coefficient }) => ({
      recorded_at: toInstant(at),
      coefficient_thousandths: coefficient,
    })),
    edits: (edits ?? []).map(({ at, admin, until }) => ({
      at: toInstant(at),
      admin,
      until: until === null ? null : toInstant(until),
    })),
  };
}

const toChange = ({ at, delta }: { at: number; delta: string }): StakeChange => ({
  at: Math.round(at),
  delta: BigInt(delta),
});
