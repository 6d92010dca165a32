import { tokenAmount, walletAddress } from '@touchline/api/values';
import { assertTrustedRpcs, chainVariables } from '@touchline/service-kit/process/chain-env';
import { onOff, readEnv, serviceEnv } from '@touchline/service-kit/process/env';
import { z } from 'zod';

/** @public source of .env.example */
export const gamesEnv = serviceEnv.extend({
  /** Whole FOOTBALL tokens; "0" makes the season game free. */
  SEASON_ENTRY_FEE: z._default(tokenAmount, '500'),
  /** Receives entry fees; must differ from the staking wallet. */
  TREASURY_WALLET: walletAddress,
  /** Off: no new entries into games with a fee. Payments for earlier reservations still count. */
  FEATURE_PAID_GAMES: onOff('true'),
  /** Off: no new tournaments and no new entries into existing ones. */
  FEATURE_TOURNAMENTS: onOff('true'),
  /** Entries of finished games whose standings stay in memory; about 250 bytes each. */
  MAX_FINISHED_ENTRIES: z.coerce.number().int().min(1).default(1_000_000),
  ...chainVariables,
});

export type GamesEnv = z.output<typeof gamesEnv>;

/** Reads the environment of the games service. @throws Error naming every variable that is missing or invalid */
export function readGamesEnv(source: Record<string, string | undefined> = process.env): GamesEnv {
  const env = readEnv(gamesEnv, source);
  assertTrustedRpcs(env.RPC_URL, source.NODE_ENV);
  return env;
}
