import { walletAddress } from '@touchline/api/values';
import { chainVariables } from '@touchline/service-kit/chain-env';
import { serviceEnv } from '@touchline/service-kit/env';

/** What the staking service reads from its environment. */
export const stakingEnv = serviceEnv.extend({
  ...chainVariables,
  /** Receives stakes; never the treasury. */
  STAKING_WALLET: walletAddress,
});
