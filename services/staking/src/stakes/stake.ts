import type { stake as stakeSchema } from '@touchline/api/http/staking';
import { weiToTokens } from '@touchline/rules/tokens';
import type { z } from 'zod';

/** A stake as stored; amount in wei, times in epoch ms. */
export interface StoredStake {
  id: string;
  wallet_address: string;
  amount: bigint;
  recorded_at: number;
  lock_end: number;
  /** SUSPENDED: a reorganisation of the chain removed the transfer. */
  state: 'ACTIVE' | 'SUSPENDED' | 'UNLOCKED';
}

export function toWireStake(stake: StoredStake): z.input<typeof stakeSchema> {
  return {
    id: stake.id,
    amount: weiToTokens(stake.amount),
    lock_start_date: iso(stake.recorded_at),
    lock_end_date: iso(stake.lock_end),
  };
}

/** An instant on the wire; `ms` is epoch milliseconds. */
export const iso = (ms: number) => new Date(ms).toISOString();
