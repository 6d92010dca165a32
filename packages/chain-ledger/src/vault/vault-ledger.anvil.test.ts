import { footballAbi, prizeVaultAbi } from '@touchline/contracts/abi';
import { buildPrizeTree, prizeGameKey, proveLeaf } from '@touchline/contracts/prize-tree';
import { waitForReceipt } from '@touchline/contracts/receipt';
import { testChain } from '@touchline/local-stack/testing';
import { query } from '@touchline/service-kit/data/database';
import fc from 'fast-check';
import { type Abi, createTestClient, createWalletClient, type Hex, http, publicActions, toHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRpc } from '../rpc.ts';
import { ledgerDatabase } from '../testing/ledger-database.ts';
import { combineRpcs } from '../transfer-reader.ts';
import { createVaultLedger } from './vault-ledger.ts';

const CONFIRMATIONS = 2;
/** On the test chain a block becomes final after eight more. */
const FINAL_DEPTH = 8;
const TREASURY_INDEX = 9;
const PRIZES = 4;

const suite = ledgerDatabase();
let chain: Awaited<ReturnType<typeof testChain>>;

beforeAll(async () => {
  chain = await testChain();
});
afterAll(() => chain?.stop());

const openClient = () =>
  createTestClient({ mode: 'anvil', transport: http(chain.rpcUrl) }).extend(publicActions);
const openRpc = () => createRpc(chain.rpcUrl, { chainId: 480, token: chain.token });
const openLedger = () =>
  createVaultLedger({
    db: suite.db,
    chainId: 480,
    vault: chain.vault.toLowerCase(),
    reader: combineRpcs([openRpc(), openRpc()]),
    confirmations: CONFIRMATIONS,
  });

/** Sends a transaction of an account of the chain and waits for it. */
async function send(
  index: number,
  call: { address: Hex; abi: Abi; functionName: string; args: readonly unknown[] },
) {
  const account = privateKeyToAccount(chain.accounts[index]!.privateKey);
  const wallet = createWalletClient({ account, transport: http(chain.rpcUrl) });
  const hash = await wallet.writeContract({ ...call, chain: null });
  await waitForReceipt(openClient(), hash);
}

/** Settles a new game and opens its claims. */
async function settleGame(n: number) {
  const game = prizeGameKey(`${n.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`);
  const leaves = Array.from({ length: PRIZES }, (_, index) => ({
    chainId: 480n,
    vault: chain.vault,
    game,
    index: BigInt(index),
    account: chain.accounts[index + 1]!.address,
    amount: 5n,
  }));
  const tree = await buildPrizeTree(leaves);
  const total = 5n * BigInt(PRIZES);
  const [token, vault] = [
    { address: chain.worldcoin, abi: footballAbi as Abi },
    { address: chain.vault, abi: prizeVaultAbi as Abi },
  ];
  await send(TREASURY_INDEX, { ...token, functionName: 'approve', args: [chain.vault, total] });
  await send(TREASURY_INDEX, {
    ...vault,
    functionName: 'settle',
    args: [game, chain.worldcoin, tree.root, total],
  });
  await openClient().mine({ blocks: FINAL_DEPTH + 2, interval: 10 });
  const claim = async (index: number) => {
    const { account, amount } = leaves[index]!;
    const args = [game, BigInt(index), account, amount, proveLeaf(tree, index)];
    await send(0, { ...vault, functionName: 'claim', args });
  };
  return { game, claim, expected: { root: tree.root, token: chain.worldcoin, total } };
}

/** Reads the paid prizes of a game without the code under test. */
async function readPaid(game: Hex) {
  const logs = await openClient().getContractEvents({
    address: chain.vault,
    abi: prizeVaultAbi,
    eventName: 'Paid',
    args: { game },
    fromBlock: 0n,
  });
  return logs
    .map(({ args, blockHash, logIndex }) => ({
      prize_index: String(args.index),
      block_hash: blockHash,
      log_index: logIndex,
    }))
    .toSorted((a, b) => a.prize_index.localeCompare(b.prize_index));
}

const step = fc.oneof(
  { weight: 4, arbitrary: fc.nat(PRIZES - 1).map((claim) => ({ claim })) },
  {
    weight: 2,
    arbitrary: fc.integer({ min: 1, max: FINAL_DEPTH - 1 }).map((reorganise) => ({ reorganise })),
  },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 4 }).map((mine) => ({ mine })) },
  { weight: 3, arbitrary: fc.constant({ follow: true }) },
);

it('vault ledger equals the real vault after any claims and reorganisations', async () => {
  let games = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 18, size: 'max' }), async (steps) => {
      games += 1;
      const { game, claim, expected } = await settleGame(games);
      const client = openClient();
      for (const what of steps) {
        if ('claim' in what) {
          const isPaid = (await readPaid(game)).some(({ prize_index }) => prize_index === String(what.claim));
          if (!isPaid) await claim(what.claim);
        }
        if ('reorganise' in what)
          await client.request({ method: 'anvil_reorg', params: [what.reorganise, []] } as never);
        if ('mine' in what) await client.mine({ blocks: what.mine });
        if ('follow' in what) await openLedger().follow();
      }
      await client.mine({ blocks: FINAL_DEPTH + CONFIRMATIONS });
      while ((await openLedger().follow()).more);
      const rows = await query(
        suite.db,
        `select prize_index, block_hash, log_index, state from vault_events where game = ? and kind = 'PAID' order by prize_index`,
        [game],
      );
      expect(rows).toEqual((await readPaid(game)).map((paid) => ({ ...paid, state: 'FINAL' })));
      const verify = async (changes: { root?: Hex } = {}) =>
        (await openLedger().verifyFunding(suite.db, game, { ...expected, ...changes })).funding;
      expect(await verify()).toBe('FUNDED');
      expect(await verify({ root: toHex(1, { size: 32 }) })).toBe('DIFFERENT');
    }),
    { numRuns: 12 },
  );
}, 120_000);
