import { footballAbi } from '@touchline/contracts/abi';
import { deployFootball } from '@touchline/contracts/deploy';
import { createPublicClient, createWalletClient, http, parseEther } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { ADMIN_INDEX, type ChainAccount, PLAYER_INDEXES } from './accounts.ts';

/** The balance of every demo player. */
const PLAYER_TOKENS = parseEther('1000000');

/** Deploys FOOTBALL from the admin's account and funds the demo players; requires instant mining. */
export async function deployAndFund(
  rpcUrl: string,
  accounts: readonly ChainAccount[],
): Promise<`0x${string}`> {
  const admin = accounts[ADMIN_INDEX] as ChainAccount;
  const { address } = await deployFootball({ rpcUrl, privateKey: admin.privateKey });
  const transport = http(rpcUrl);
  const wallet = createWalletClient({ account: privateKeyToAccount(admin.privateKey), transport });
  const client = createPublicClient({ transport, pollingInterval: 50 });
  for (const index of PLAYER_INDEXES) {
    const { address: player } = accounts[index] as ChainAccount;
    const hash = await wallet.writeContract({
      abi: footballAbi,
      address,
      functionName: 'transfer',
      args: [player, PLAYER_TOKENS],
      chain: null,
    });
    await client.waitForTransactionReceipt({ hash });
  }
  return address;
}
