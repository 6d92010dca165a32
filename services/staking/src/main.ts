import { checkedTransfers, refuseWrongChain } from '@touchline/chain-ledger/checked-transfers';
import { createTransferReader } from '@touchline/chain-ledger/transfer-reader';
import { createVerifier } from '@touchline/service-kit/auth';
import { readEnv } from '@touchline/service-kit/env';
import { runService } from '@touchline/service-kit/service';
import { createApp } from './app.ts';
import { stakingEnv } from './env.ts';
import { migrations } from './migrations.ts';

const env = readEnv(stakingEnv);

await runService({ name: 'staking', env, migrations }, async ({ db, bus, log, metrics }) => {
  const { RPC_URL: rpcUrls, CHAIN_ID: chainId, TOKEN_ADDRESS: token } = env;
  const reader = checkedTransfers(createTransferReader({ rpcUrls, chainId, token }));
  await refuseWrongChain(reader);
  const verifier = createVerifier({ jwksUrl: env.JWKS_URL, adminWallets: env.ADMIN_WALLETS });
  const { STAKING_WALLET: stakingWallet, PAYMENT_CONFIRMATIONS: confirmations } = env;
  const chain = { reader, id: chainId, stakingWallet, confirmations };
  return createApp({ db, bus, log, metrics, verifier, chain, now: Date.now });
});
