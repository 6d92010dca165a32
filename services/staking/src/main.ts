import { rejectWrongChain } from '@touchline/chain-ledger/checked-rpc';
import { createTransferReader } from '@touchline/chain-ledger/transfer-reader';
import { tokensToWei } from '@touchline/rules/tokens';
import { createVerifier } from '@touchline/service-kit/http/auth';
import { followEndedSessions } from '@touchline/service-kit/http/ended-sessions';
import { runService } from '@touchline/service-kit/service';
import { createApp } from './app.ts';
import { readStakingEnv } from './env.ts';
import { migrations } from './migrations.ts';

const env = readStakingEnv();

await runService({ name: 'staking', env, migrations }, async (foundation) => {
  const { db, bus, log, metrics } = foundation;
  const transfers = createTransferReader({
    rpcUrls: env.RPC_URL,
    chainId: env.CHAIN_ID,
    token: env.TOKEN_ADDRESS,
    log,
    metrics,
  });
  await rejectWrongChain(transfers);
  const ended = await followEndedSessions(bus);
  return createApp({
    db,
    bus,
    log,
    metrics,
    verifier: createVerifier({ jwksUrl: env.JWKS_URL, adminWallets: env.ADMIN_WALLETS, ended }),
    adminWallets: env.ADMIN_WALLETS,
    transfers,
    disabled: !env.FEATURE_STAKING,
    chain: {
      id: env.CHAIN_ID,
      token: env.TOKEN_ADDRESS,
      rpcUrls: env.RPC_URL,
      stakingWallet: env.STAKING_WALLET,
      funders: [env.TREASURY_WALLET, ...env.STAKING_FUNDERS],
      confirmations: env.PAYMENT_CONFIRMATIONS,
      smallestTransfer: tokensToWei(env.SMALLEST_TRANSFER),
    },
    now: Date.now,
  });
});
