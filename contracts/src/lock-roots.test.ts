import { createPublicClient, createTestClient, createWalletClient, http } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compileFile } from './compile.ts';
import { encodeAnchor, LOCK_ROOTS_BYTECODE, lockRootsAbi, readAnchors } from './lock-roots.ts';
import { waitForReceipt } from './receipt.ts';
import { DEPLOYER_KEY, startAnvil } from './testing/anvil.ts';

const GAME = '0190f6a2-7b1c-7def-8123-456789abcdef';
const OTHER = '0190f6a2-7b1c-7def-8123-000000000000';
const STRANGER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const MAX_GAS = 30_000n;
const root = (digit: string) => digit.repeat(64);

let anvil: Awaited<ReturnType<typeof startAnvil>>;
beforeAll(async () => {
  anvil = await startAnvil();
});
afterAll(() => anvil?.stop());

test('the interface and the creation code match the compiled contract', () => {
  const { abi, bytecode } = compileFile('LockRoots');
  expect(LOCK_ROOTS_BYTECODE).toBe(bytecode);
  const compiled = abi.map((item) => ('name' in item ? item.name : item.type)).sort();
  expect(lockRootsAbi.map(({ name }) => name).sort()).toEqual(compiled);
});

test('anchors are read by operator and game, and each costs at most 30,000 gas', async () => {
  const transport = http(anvil.rpcUrl);
  const chain = createPublicClient({ transport, pollingInterval: 50 });
  const account = privateKeyToAccount(DEPLOYER_KEY);
  const wallet = createWalletClient({ account, transport });
  const deployed = await wallet.deployContract({
    abi: lockRootsAbi,
    bytecode: LOCK_ROOTS_BYTECODE,
    chain: null,
  });
  const { contractAddress } = await waitForReceipt(chain, deployed);
  const contract = contractAddress!;
  const send = (gameId: string, gameweek: number, digit: string) =>
    wallet.sendTransaction({
      to: contract,
      data: encodeAnchor(gameId, { gameweek, root: root(digit) }),
      chain: null,
    });
  const hashes = [await send(GAME, 1, 'a'), await send(GAME, 2, 'b'), await send(OTHER, 1, 'c')];
  const receipts = await Promise.all(hashes.map((hash) => waitForReceipt(chain, hash)));
  for (const { gasUsed } of receipts) expect(gasUsed).toBeLessThanOrEqual(MAX_GAS);
  // Anybody can call the contract; their events do not count.
  const stranger = createTestClient({ mode: 'anvil', transport });
  await stranger.impersonateAccount({ address: STRANGER });
  const forged = await createWalletClient({ account: STRANGER, transport }).sendTransaction({
    chain: null,
    to: contract,
    data: encodeAnchor(GAME, { gameweek: 1, root: root('d') }),
  });
  await waitForReceipt(chain, forged);
  const query = { contract, operator: account.address, gameId: GAME, fromBlock: 0n };
  const anchors = await readAnchors(chain, query);
  expect(anchors.map(({ gameweek, root }) => [gameweek, root])).toEqual([
    [1, root('a')],
    [2, root('b')],
  ]);
  expect(anchors[0]!.transaction).toBe(hashes[0]);
});
