import type { stake as stakeSchema } from '@touchline/api/http/staking';
import { toInstant } from '@touchline/api/values';
import { weiToTokens } from '@touchline/rules/tokens';
import type { z } from 'zod';

/** A stored stake; amount in wei, times in epoch ms. */
export interface StoredStake {
  id: string;
  wallet_address: string;
  amount: bigint;
  recorded_at: number;
  lock_end: number;
  /** SUSPENDED: a chain reorganisation removed the transfer. */
  state: 'ACTIVE' | 'SUSPENDED' | 'UNLOCKED';
}

export function toWireStake(
  stake: Pick<StoredStake, 'id' | 'amount' | 'recorded_at' | 'lock_end'>,
): z.input<typeof stakeSchema> {
  return {
    id: stake.id,
    amount: weiToTokens(stake.amount),
    lock_start_date: toInstant(stake.recorded_at),
    lock_end_date: toInstant(stake.lock_end),
  };
}
