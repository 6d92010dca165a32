import { walletAddress } from '@touchline/api/values';
import { chainVariables } from '@touchline/service-kit/chain-env';
import { serviceEnv } from '@touchline/service-kit/env';

/** What the staking service reads from its environment. */
export const stakingEnv = serviceEnv.extend({
  ...chainVariables,
  /** Where stakes go; never the wallet of the entry fees. */
  STAKING_WALLET: walletAddress,
});
