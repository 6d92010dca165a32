import { rejectWrongChain } from '@touchline/chain-ledger/checked-rpc';
import { createTransferReader } from '@touchline/chain-ledger/transfer-reader';
import { tokensToWei } from '@touchline/rules/tokens';
import { createVerifier } from '@touchline/service-kit/http/auth';
import { followEndedSessions } from '@touchline/service-kit/http/ended-sessions';
import { runService } from '@touchline/service-kit/service';
import { createApp } from './app.ts';
import { readGamesEnv } from './env.ts';
import { buildFees } from './fees.ts';
import { migrations } from './migrations.ts';
import { createStandingsWorker } from './standings/standings-worker.ts';

const env = readGamesEnv();

await runService({ name: 'games', env, migrations }, async ({ openPool, ...foundation }) => {
  const { RPC_URL: rpcUrls, CHAIN_ID: chainId, TOKEN_ADDRESS: token } = env;
  const transfers = createTransferReader({
    rpcUrls,
    chainId,
    token,
    log: foundation.log,
    metrics: foundation.metrics,
  });
  await rejectWrongChain(transfers);
  const standingsWorker = createStandingsWorker();
  standingsWorker.start();
  const ended = await followEndedSessions(foundation.bus);
  return createApp({
    ...foundation,
    readDb: openPool({ connections: 4 }),
    verifier: createVerifier({ jwksUrl: env.JWKS_URL, adminWallets: env.ADMIN_WALLETS, ended }),
    adminWallets: env.ADMIN_WALLETS,
    calendar: env.CALENDAR,
    fees: buildFees(env),
    allowed: { paid_games: env.FEATURE_PAID_GAMES, tournaments: env.FEATURE_TOURNAMENTS },
    transfers,
    chain: {
      id: chainId,
      rpcUrls,
      confirmations: env.PAYMENT_CONFIRMATIONS,
      smallestTransfer: tokensToWei(env.SMALLEST_TRANSFER),
    },
    maxFinishedEntries: env.MAX_FINISHED_ENTRIES,
    standingsWorker,
    now: Date.now,
  });
});
