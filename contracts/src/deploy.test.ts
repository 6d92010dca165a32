import { createPublicClient, createWalletClient, http, parseEther } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { footballAbi } from './abi.ts';
import { deployFootball } from './deploy.ts';
import { waitForReceipt } from './receipt.ts';
import { DEPLOYER_KEY, startAnvil } from './testing/anvil.ts';

/** Account 1 of the development mnemonic. */
const PLAYER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const deployer = privateKeyToAccount(DEPLOYER_KEY);

let anvil: Awaited<ReturnType<typeof startAnvil>>;

beforeAll(async () => {
  anvil = await startAnvil();
});

afterAll(() => {
  anvil.stop();
});

test('deployFootball deploys a transferable token and gives the supply to the deployer', async () => {
  const { rpcUrl } = anvil;
  const { address } = await deployFootball({ rpcUrl, privateKey: DEPLOYER_KEY });
  const transport = http(rpcUrl);
  const chain = createPublicClient({ transport, pollingInterval: 50 });
  const token = { address, abi: footballAbi } as const;
  expect(await chain.readContract({ ...token, functionName: 'name' })).toBe('Football');
  expect(await chain.readContract({ ...token, functionName: 'symbol' })).toBe('FOOTBALL');
  expect(await chain.readContract({ ...token, functionName: 'decimals' })).toBe(18);
  const supply = await chain.readContract({ ...token, functionName: 'totalSupply' });
  expect(supply).toBe(parseEther('1000000000'));
  expect(await chain.readContract({ ...token, functionName: 'balanceOf', args: [deployer.address] })).toBe(
    supply,
  );

  const wallet = createWalletClient({ account: deployer, transport });
  const hash = await wallet.writeContract({
    ...token,
    functionName: 'transfer',
    args: [PLAYER, parseEther('500')],
    chain: null,
  });
  await waitForReceipt(chain, hash);
  expect(await chain.readContract({ ...token, functionName: 'balanceOf', args: [PLAYER] })).toBe(
    parseEther('500'),
  );
});

test('deployFootball fails when the chain is unreachable', async () => {
  await expect(deployFootball({ rpcUrl: 'http://127.0.0.1:1', privateKey: DEPLOYER_KEY })).rejects.toThrow();
});
