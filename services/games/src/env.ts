import { tokenAmount, walletAddress } from '@touchline/api/values';
import { serviceEnv } from '@touchline/service-kit/env';

/** What the games service reads from its environment. */
export const gamesEnv = serviceEnv.extend({
  /** Whole FOOTBALL tokens; "0" makes the season game free. */
  SEASON_ENTRY_FEE: tokenAmount.default('500'),
  TOURNAMENT_ENTRY_FEE: tokenAmount.default('1000'),
  TREASURY_WALLET: walletAddress,
  TOKEN_ADDRESS: walletAddress,
});
