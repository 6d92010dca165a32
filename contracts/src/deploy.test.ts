import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { createPublicClient, createWalletClient, http, parseEther } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { footballAbi } from './abi.ts';
import { deployFootball } from './deploy.ts';
import { waitForReceipt } from './receipt.ts';

// Accounts 0 and 1 of the development mnemonic.
const DEPLOYER_KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
const PLAYER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const deployer = privateKeyToAccount(DEPLOYER_KEY);

let anvil: ChildProcess;
let rpcUrl: string;

beforeAll(async () => {
  const cpu = process.arch === 'x64' ? 'amd64' : process.arch;
  const binary = createRequire(import.meta.url).resolve(
    `@foundry-rs/anvil-${process.platform}-${cpu}/bin/anvil`,
  );
  anvil = spawn(binary, ['--port', '0', '--chain-id', '480'], { stdio: ['ignore', 'pipe', 'inherit'] });
  rpcUrl = await new Promise((resolve, reject) => {
    anvil.once('exit', (code) => reject(new Error(`anvil ended with ${code}`)));
    createInterface({ input: anvil.stdout! }).on('line', (line) => {
      const address = /Listening on (\S+)/.exec(line)?.[1];
      if (address) resolve(`http://${address}`);
    });
  });
});

afterAll(() => {
  anvil.kill();
});

test('deployFootball deploys a transferable token and gives the supply to the deployer', async () => {
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
