import { walletAddress } from '@touchline/api/values';
import { chainVariables, assertTrustedRpcs } from '@touchline/service-kit/chain-env';
import { onOff, readEnv, serviceEnv } from '@touchline/service-kit/env';
import type { z } from 'zod';

/** @public .env.example is written from it */
export const stakingEnv = serviceEnv.extend({
  /** Off: no stake can be claimed. The worker still turns transfers that arrive anyway into stakes. */
  FEATURE_STAKING: onOff('true'),
  ...chainVariables,
  /** Receives stakes; never the treasury. */
  STAKING_WALLET: walletAddress,
});

/** What the staking service reads from its environment. @throws Error naming every variable that is missing or invalid */
export function readStakingEnv(
  source: Record<string, string | undefined> = process.env,
): z.output<typeof stakingEnv> {
  const env = readEnv(stakingEnv, source);
  assertTrustedRpcs(env.RPC_URL, source.NODE_ENV);
  return env;
}
