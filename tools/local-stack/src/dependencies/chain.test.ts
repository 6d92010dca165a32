import { footballAbi, prizeVaultAbi } from '@touchline/contracts/abi';
import { createPublicClient, http, parseEther } from 'viem';
import { expect, test } from 'vitest';
import { testChain } from '../testing.ts';

test('the chain is 480, the contracts are deployed, and players and treasury have their tokens', async () => {
  const chain = await testChain();
  const client = createPublicClient({ transport: http(chain.rpcUrl) });
  expect(await client.getChainId()).toBe(480);
  for (const { address } of chain.accounts.slice(1, 9)) {
    const balance = await client.readContract({
      abi: footballAbi,
      address: chain.token,
      functionName: 'balanceOf',
      args: [address],
    });
    expect(balance).toBe(parseEther('1000000'));
  }
  const readVault = <N extends 'owner' | 'delay'>(functionName: N) =>
    client.readContract({ abi: prizeVaultAbi, address: chain.vault, functionName });
  expect(await readVault('owner')).toBe(chain.treasury);
  expect(await readVault('delay')).toBe(10);
  for (const address of [chain.token, chain.worldcoin]) {
    const args = [chain.treasury] as const;
    const balance = await client.readContract({ abi: footballAbi, address, functionName: 'balanceOf', args });
    expect(balance).toBe(parseEther('1000000'));
  }
  expect(new Set([chain.accounts[0]?.address, chain.treasury, chain.stakingWallet]).size).toBe(3);
  await chain.stop();
});
