import { tokenAmount, walletAddress } from '@touchline/api/values';
import { PRIZE_ELIGIBILITIES } from '@touchline/rules/prize-plan';
import { assertTrustedRpcs, chainVariables } from '@touchline/service-kit/process/chain-env';
import { onByDefault, readEnv, serviceEnv, walletListVariable } from '@touchline/service-kit/process/env';
import { z } from 'zod';

/** @public source of .env.example */
export const gamesEnv = serviceEnv.extend({
  /** Whole FOOTBALL tokens; "0" makes the season game free. */
  SEASON_ENTRY_FEE: z._default(tokenAmount, '500'),
  /** Receives entry fees; must differ from the staking wallet. */
  TREASURY_WALLET: walletAddress,
  /** Wallets that top up the treasury, separated by commas. Their transfers without a reservation are never refunds due. */
  TREASURY_FUNDERS: walletListVariable,
  /**
   * Seals lineups: the keys of commitments and the key that signs receipts derive from it. Must not change while a game runs. Store it
   * separately from database backups.
   */
  SEAL_SECRET: z.string().min(32, 'must have at least 32 random characters'),
  /** Off: no new entries into games with a fee. Payments for earlier reservations still count. */
  FEATURE_PAID_GAMES: onByDefault,
  /** Off: no new tournaments and no new entries into existing ones. */
  FEATURE_TOURNAMENTS: onByDefault,
  /**
   * Prizes of new season games: guarantee in whole tokens, token, and template (TOP, HALF or WINNER). Tokens other than FOOTBALL
   * are listed in PRIZE_TOKENS. A game with a guarantee opens once the reserves cover it (docs/operations/prizes.md).
   */
  PRIZES_SEASON: z.string().default('200000 FOOTBALL TOP'),
  /** Prizes of new weekly games, as PRIZES_SEASON: 200 WLD TOP if PRIZE_TOKENS has WLD, and no guarantee otherwise. */
  PRIZES_WEEKLY: z.optional(z.string()),
  /** Prizes of new tournaments, as PRIZES_SEASON. */
  PRIZES_TOURNAMENT: z.string().default('0 FOOTBALL TOP'),
  /** Prize tokens in addition to FOOTBALL, with 18 decimals: SYMBOL=ADDRESS, separated by commas. */
  PRIZE_TOKENS: z.string().default(''),
  /** Address of the prize vault. Without it prizes are computed and never settled. */
  PRIZE_VAULT: z.optional(walletAddress),
  /** Basis points of the entry fees that the operator keeps, in new games. */
  PRIZE_COMMISSION_BPS: z.coerce.number().int().min(0).max(5_000).default(0),
  /** A new game with fewer entries when joining closes is cancelled, and its fees are refunded. */
  PRIZE_MIN_ENTRIES: z.coerce.number().int().min(1).default(2),
  /** Entries of new free games that can win a prize: ALL, STAKERS or ENTRANTS. */
  PRIZE_ELIGIBILITY: z.enum(PRIZE_ELIGIBILITIES).default('ALL'),
  /** Review of a game's prizes before they are frozen, in minutes. */
  PRIZE_REVIEW_MINUTES: z.coerce.number().min(0).max(43_200).default(1_440),
  /**
   * Whole tokens of each prize token; 0 for a token that is not listed. Corrections that move more than this in a game need the
   * approval of a second administrator.
   */
  PRIZE_APPROVAL_ABOVE: z.string().default('1000 FOOTBALL, 10 WLD'),
  /**
   * Whole tokens, as PRIZE_APPROVAL_ABOVE. An administrator can fund the prizes of a game above this only after another one has
   * approved it.
   */
  PRIZE_FUNDING_APPROVAL_ABOVE: z.string().default('100000 FOOTBALL, 1000 WLD'),
  /** Off: a game with a guarantee opens even if the reserves do not cover it. */
  PRIZE_RESERVES_REQUIRED: onByDefault,
  /** Public key of push notifications (VAPID). Without both keys no notification is sent (docs/operations/notifications.md). */
  PUSH_PUBLIC_KEY: z.string().optional(),
  /** Private key of push notifications. */
  PUSH_PRIVATE_KEY: z.string().optional(),
  /** Contact that push services may use: mailto: or https:. */
  PUSH_CONTACT: z
    .string()
    .regex(/^(mailto:.+@.+|https:\/\/.+)$/, 'must be mailto: or https:')
    .optional(),
  /** Push services that may receive messages, separated by commas: hosts, *.domain, or the origin of one without TLS. */
  PUSH_SERVICES: z
    .string()
    .default('fcm.googleapis.com,*.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com'),
  /**
   * Maximum number of entries of finished games whose standings stay in memory (docs/scaling.md). Three later lineups count as one
   * entry.
   */
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
