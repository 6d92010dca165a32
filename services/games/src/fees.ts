import { TOURNAMENT_FEE } from '@touchline/rules/tournaments';
import type { GamesEnv } from './env.ts';
import type { Fees } from './games/game.ts';

/** Builds the fees in API form. */
export function buildFees(env: GamesEnv): Fees {
  return {
    SEASON: env.SEASON_ENTRY_FEE,
    WEEKLY: '0',
    TOURNAMENT: TOURNAMENT_FEE,
    token: env.TOKEN_ADDRESS,
    decimals: 18,
    recipient: env.TREASURY_WALLET,
  };
}
