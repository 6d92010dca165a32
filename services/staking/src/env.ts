import { walletAddress } from '@touchline/api/values';
import { assertTrustedRpcs, chainVariables } from '@touchline/service-kit/process/chain-env';
import { onByDefault, readEnv, serviceEnv, walletListVariable } from '@touchline/service-kit/process/env';
import type { z } from 'zod';

/** @public .env.example is generated from it. */
export const stakingEnv = serviceEnv.extend({
  /** Off: no new stakes. Transfers that arrive anyway still become stakes. */
  FEATURE_STAKING: onByDefault,
  ...chainVariables,
  /** Wallet that receives stakes. Must differ from TREASURY_WALLET. */
  STAKING_WALLET: walletAddress,
  /** Receives entry fees. Its transfers to the staking wallet are top-ups. */
  TREASURY_WALLET: walletAddress,
  /**
   * Wallets that top up the staking wallet in addition to the treasury, separated by commas. Their transfers are never stakes or
   * refunds due.
   */
  STAKING_FUNDERS: walletListVariable,
});

/** Reads the environment of the staking service. @throws Error naming every missing or invalid variable */
export function readStakingEnv(
  source: Record<string, string | undefined> = process.env,
): z.output<typeof stakingEnv> {
  const env = readEnv(stakingEnv, source);
  assertTrustedRpcs(env.RPC_URL, source.NODE_ENV);
  if (env.STAKING_WALLET === env.TREASURY_WALLET)
    throw new Error(
      'STAKING_WALLET and TREASURY_WALLET must differ: the recipient distinguishes stakes from entry fees.',
    );
  return env;
}
