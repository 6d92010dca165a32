import { walletAddress } from '@touchline/api/values';
import { chainVariables } from '@touchline/service-kit/chain-env';
import { onOff, serviceEnv } from '@touchline/service-kit/env';

/** What the staking service reads from its environment. */
export const stakingEnv = serviceEnv.extend({
  /** Off: no stake can be claimed. The worker still turns transfers that arrive anyway into stakes. */
  FEATURE_STAKING: onOff('true'),
  ...chainVariables,
  /** Receives stakes; never the treasury. */
  STAKING_WALLET: walletAddress,
});
