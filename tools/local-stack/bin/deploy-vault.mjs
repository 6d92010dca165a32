#!/usr/bin/env node
// DEPLOYER_KEY_FILE=... npm run deploy-vault -- --rpc URL --owner ADDRESS [options]: deploys the prize vault on a real chain and
// prints PRIZE_VAULT. The key, in the file or in DEPLOYER_KEY, only pays the gas and is never printed.
//   --rpc URL          RPC of the chain
//   --owner ADDRESS    treasury: a Safe or another multisig wallet
//   --chain ID         the chain that the RPC must serve (default 480)
//   --delay-hours N    time between a settlement and its first claim (default 24)
import { ensureCompiled } from './lib/build.mjs';
import { main } from './lib/main.mjs';

main(
  async () => {
    await ensureCompiled('contracts');
    const { deployVault, readDeployVaultCommand } = await import('@touchline/contracts/deploy-vault');
    console.log(await deployVault(readDeployVaultCommand(process.argv.slice(2), process.env)));
  },
  { accepts: 'anything' },
);
