import { rejectWrongChain } from '@touchline/chain-ledger/checked-rpc';
import { createTransferReader } from '@touchline/chain-ledger/transfer-reader';
import { tokensToWei } from '@touchline/rules/tokens';
import { TOURNAMENT_FEE } from '@touchline/rules/tournaments';
import { createVerifier } from '@touchline/service-kit/http/auth';
import { followEndedSessions } from '@touchline/service-kit/http/ended-sessions';
import { createWorkerThread } from '@touchline/service-kit/process/worker-thread';
import { runService } from '@touchline/service-kit/service';
import { createStandingsEngine } from '@touchline/standings/engine';
import type { Tasks } from '@touchline/standings/tasks';
import { COMPUTE_MODULE } from '@touchline/standings/thread';
import { createApp } from './app.ts';
import { readGamesEnv } from './env.ts';
import { buildPlans, parseLimits, parseTokens } from './funding/prize-settings.ts';
import { migrations } from './migrations.ts';
import { readPushSettings } from './notifications/push-service.ts';
import { createSeals } from './seals.ts';

const env = readGamesEnv();

await runService({ name: 'games', env, migrations }, async ({ openPool, ...foundation }) => {
  const { RPC_URL: rpcUrls, CHAIN_ID: chainId, TOKEN_ADDRESS: token } = env;
  const { log, metrics } = foundation;
  const transfers = createTransferReader({ rpcUrls, chainId, token, log, metrics });
  const readTransfers = (address: string) => createTransferReader({ rpcUrls, chainId, token: address, log });
  const fees = {
    SEASON: env.SEASON_ENTRY_FEE,
    WEEKLY: '0',
    TOURNAMENT: TOURNAMENT_FEE,
    token,
    decimals: 18,
    recipient: env.TREASURY_WALLET,
  };
  const prizeTokens = parseTokens(env.PRIZE_TOKENS);
  const tokens = [{ address: token, symbol: 'FOOTBALL', decimals: 18 }, ...prizeTokens];
  await rejectWrongChain(transfers);
  const engine = createStandingsEngine(createWorkerThread<Tasks>(COMPUTE_MODULE));
  const ended = await followEndedSessions(foundation.bus);
  return createApp({
    ...foundation,
    readDb: openPool({ connections: 4 }),
    leagueDb: openPool({ connections: 6 }),
    verifier: createVerifier({ jwksUrl: env.JWKS_URL, adminWallets: env.ADMIN_WALLETS, ended }),
    adminWallets: env.ADMIN_WALLETS,
    calendar: env.CALENDAR,
    seals: createSeals(env.SEAL_SECRET),
    fees,
    allowed: { paid_games: env.FEATURE_PAID_GAMES, tournaments: env.FEATURE_TOURNAMENTS },
    transfers,
    chain: {
      id: chainId,
      rpcUrls,
      confirmations: env.PAYMENT_CONFIRMATIONS,
      smallestTransfer: tokensToWei(env.SMALLEST_TRANSFER),
      funders: env.TREASURY_FUNDERS,
    },
    plans: buildPlans(env, tokens, fees),
    prizes: {
      vault: env.PRIZE_VAULT ?? null,
      tokens: prizeTokens.map((each) => ({ token: each, reader: readTransfers(each.address) })),
      reviewMs: env.PRIZE_REVIEW_MINUTES * 60_000,
      approvalAbove: parseLimits(env, 'PRIZE_APPROVAL_ABOVE', tokens),
      fundingApprovalAbove: parseLimits(env, 'PRIZE_FUNDING_APPROVAL_ABOVE', tokens),
      reservesRequired: env.PRIZE_RESERVES_REQUIRED,
    },
    notifications: { db: openPool({ connections: 2 }), push: readPushSettings(env) },
    maxFinishedEntries: env.MAX_FINISHED_ENTRIES,
    engine,
    now: Date.now,
  });
});
