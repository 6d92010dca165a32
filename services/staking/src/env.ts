import { walletAddress } from '@touchline/api/values';
import { chainVariables } from '@touchline/service-kit/chain-env';
import { onOff, serviceEnv } from '@touchline/service-kit/env';

/** What the staking service reads from its environment. */
export const stakingEnv = serviceEnv.extend({
  /** Off: no stake can be claimed. Transfers that arrive all the same become stakes by the worker. */
  FEATURE_STAKING: onOff('true'),
  ...chainVariables,
  /** Receives stakes; never the treasury. */
  STAKING_WALLET: walletAddress,
});
