import {
  createPublicClient,
  createTestClient,
  createWalletClient,
  custom,
  http,
  type PublicClient,
} from 'viem';
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
const MAX_RANGE = 1_000;
const root = (digit: string) => digit.repeat(64);
const account = privateKeyToAccount(DEPLOYER_KEY);
const operator = account.address;

let anvil: Awaited<ReturnType<typeof startAnvil>>;
let transport: ReturnType<typeof http>;
let chain: PublicClient;
beforeAll(async () => {
  anvil = await startAnvil();
  transport = http(anvil.rpcUrl);
  chain = createPublicClient({ transport, pollingInterval: 50 });
});
afterAll(() => anvil?.stop());

/** Deploys the contract of lock roots. `send` anchors a root with the operator's wallet. */
async function deploy() {
  const wallet = createWalletClient({ account, transport });
  const deployed = await wallet.deployContract({
    abi: lockRootsAbi,
    bytecode: LOCK_ROOTS_BYTECODE,
    chain: null,
  });
  const { contractAddress, blockNumber } = await waitForReceipt(chain, deployed);
  const contract = contractAddress!;
  const send = (gameId: string, gameweek: number, digit: string) =>
    wallet.sendTransaction({
      to: contract,
      data: encodeAnchor(gameId, { gameweek, root: root(digit) }),
      chain: null,
    });
  return { contract, fromBlock: blockNumber, send };
}

test('the interface and the creation code match the compiled contract', () => {
  const { abi, bytecode } = compileFile('LockRoots');
  expect(LOCK_ROOTS_BYTECODE).toBe(bytecode);
  const compiled = abi.map((item) => ('name' in item ? item.name : item.type)).sort();
  expect(lockRootsAbi.map(({ name }) => name).sort()).toEqual(compiled);
});

test('anchors are read by operator and game, and each costs at most 30,000 gas', async () => {
  const { contract, send } = await deploy();
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
  const anchors = await readAnchors(chain, { contract, operator, gameId: GAME, fromBlock: 0n });
  expect(anchors.map(({ gameweek, root }) => [gameweek, root])).toEqual([
    [1, root('a')],
    [2, root('b')],
  ]);
  expect(anchors[0]!.transaction).toBe(hashes[0]);
});

/** Creates a client of an RPC that reads the logs of 1,000 blocks: it rejects longer ranges, or ignores their later blocks. */
function createLimitedClient(tooLong: 'rejects' | 'truncates'): PublicClient {
  const { request } = createPublicClient({ transport });
  const limited = async (call: { method: string; params?: unknown }) => {
    if (call.method !== 'eth_getLogs') return request(call as never);
    const [filter] = call.params as [{ fromBlock: string; toBlock?: string }];
    const to = Number(filter.toBlock ?? (await chain.getBlockNumber({ cacheTime: 0 })));
    const last = Number(filter.fromBlock) + MAX_RANGE - 1;
    if (to > last && tooLong === 'rejects') throw new Error('block range is too large');
    const toBlock = `0x${Math.min(to, last).toString(16)}`;
    return request({ method: 'eth_getLogs', params: [{ ...filter, toBlock }] } as never);
  };
  return createPublicClient({ transport: custom({ request: limited }, { retryCount: 0 }) });
}

test('all anchors are read from an RPC that rejects or truncates ranges of more than 1,000 blocks', async () => {
  const { contract, fromBlock, send } = await deploy();
  const client = createTestClient({ mode: 'anvil', transport });
  await waitForReceipt(chain, await send(GAME, 1, 'a'));
  for (let mined = 0; mined <= MAX_RANGE; mined += 100) await client.mine({ blocks: 100 });
  await waitForReceipt(chain, await send(GAME, 2, 'b'));
  const source = { contract, operator, gameId: GAME, fromBlock };
  for (const tooLong of ['rejects', 'truncates'] as const) {
    const anchors = await readAnchors(createLimitedClient(tooLong), source);
    expect(anchors.map(({ gameweek }) => gameweek)).toEqual([1, 2]);
  }
});

test('a first block after the last one is an error, because no anchor could contradict', async () => {
  const { contract, fromBlock } = await deploy();
  const source = { contract, operator, gameId: GAME, fromBlock: fromBlock + 5_000n };
  await expect(readAnchors(chain, source)).rejects.toThrow('but the last one is');
});
