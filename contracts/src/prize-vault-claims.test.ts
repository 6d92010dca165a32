import { type Address, encodePacked, type Hex, keccak256 } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { prizeVaultAbi } from './abi.ts';
import {
  accountAt,
  gameAt,
  type Prize,
  type ProvenPrize,
  provePrizes,
  somePrizes,
} from './testing/prize-list.ts';
import { CHAIN_ID, OWNER, STRANGER, startVaultWorld, type VaultWorld } from './testing/vault-world.ts';

let world: VaultWorld;
let vault: Address;
let game = gameAt(0);
let games = 0;

beforeAll(async () => {
  world = await startVaultWorld();
  vault = world.vault;
});
afterAll(() => world?.stop());
beforeEach(() => {
  games += 1;
  game = gameAt(games);
});

const claim = (of: Hex, { index, account, amount, proof }: ProvenPrize, from: Address = STRANGER) =>
  world.call(vault, 'claim', [of, index, account, amount, proof], from);

async function settleAndOpen(prizes: readonly Prize[]): Promise<ProvenPrize[]> {
  const { proven } = await world.settle(game, prizes);
  await world.openClaims();
  return proven;
}

/** Balances rise by what the test pays, because every test uses the same accounts. */
async function balanceGrowth(account: Address, work: () => Promise<unknown>): Promise<bigint> {
  const before = await world.balance(account);
  await work();
  return (await world.balance(account)) - before;
}

describe('claim', () => {
  test('PrizeVault.claim pays the account in the leaf, whichever account calls, as Footium #77, #214 and #260 require', async () => {
    const [first, second] = await settleAndOpen(somePrizes(3));
    expect(await balanceGrowth(first!.account, () => claim(game, first!, STRANGER))).toBe(1n);
    expect(await balanceGrowth(second!.account, () => claim(game, second!, OWNER))).toBe(2n);
    expect(await world.balance(STRANGER)).toBe(0n);
  });

  test('PrizeVault.claim emits Paid with the identity of the prize', async () => {
    const [first] = await settleAndOpen(somePrizes(2));
    const { blockHash } = await claim(game, first!);
    const events = await world.chain.getContractEvents({ address: vault, abi: prizeVaultAbi, blockHash });
    expect(events.map(({ eventName, args }) => ({ eventName, args }))).toEqual([
      {
        eventName: 'Paid',
        args: { game, index: 0n, account: first!.account, token: world.token, amount: 1n },
      },
    ]);
  });

  test('PrizeVault.claim fails before claims open and for games that are not settled', async () => {
    const { proven } = await world.settle(game, somePrizes(2));
    await expect(claim(game, proven[0]!)).rejects.toThrow('ClaimsClosed');
    await expect(claim(gameAt(999), proven[0]!)).rejects.toThrow('ClaimsClosed');
    await expect(world.call(vault, 'claimMany', [game, proven])).rejects.toThrow('ClaimsClosed');
  });

  test('PrizeVault.claim pays each index once', async () => {
    const [first] = await settleAndOpen(somePrizes(2));
    await claim(game, first!);
    await expect(claim(game, first!)).rejects.toThrow('AlreadyPaid');
    await expect(claim(game, { ...first!, amount: 2n })).rejects.toThrow('AlreadyPaid');
    expect(await world.remaining(vault, game)).toBe(2n);
  });

  test('PrizeVault pays two prizes of one account in one game, unlike Footium #160', async () => {
    const account = accountAt(500);
    const proven = await settleAndOpen([
      { account, amount: 7n },
      { account, amount: 7n },
      { account, amount: 5n },
    ]);
    expect(await balanceGrowth(account, () => claim(game, proven[0]!))).toBe(7n);
    expect(await balanceGrowth(account, () => claim(game, proven[1]!))).toBe(7n);
    expect(await balanceGrowth(account, () => claim(game, proven[2]!))).toBe(5n);
  });

  test('PrizeVault pays a smaller prize after a larger one in full, unlike Footium #50, #197, #202, #292, #362 and #396', async () => {
    const account = accountAt(501);
    const [large] = await settleAndOpen([{ account, amount: 1_000n }]);
    expect(await balanceGrowth(account, () => claim(game, large!))).toBe(1_000n);
    game = gameAt(700);
    const [small] = await settleAndOpen([{ account, amount: 3n }]);
    expect(await balanceGrowth(account, () => claim(game, small!))).toBe(3n);
  });

  test('PrizeVault pays a contract that has no code to receive tokens, unlike Footium #208', async () => {
    const [first] = await settleAndOpen([{ account: world.token, amount: 9n }, ...somePrizes(1)]);
    expect(await balanceGrowth(world.token, () => claim(game, first!))).toBe(9n);
  });
});

describe('proofs', () => {
  test('PrizeVault rejects another index, account, amount or proof', async () => {
    const [first, second] = await settleAndOpen(somePrizes(4));
    const forged: ProvenPrize[] = [
      { ...first!, index: 1n },
      { ...first!, index: 4n },
      { ...first!, account: STRANGER },
      { ...first!, amount: 2n },
      { ...first!, amount: 0n },
      { ...first!, proof: second!.proof },
      { ...first!, proof: first!.proof.slice(1) },
      { ...first!, proof: [...first!.proof, first!.proof[0]!] },
      { ...first!, proof: [] },
    ];
    for (const each of forged) await expect(claim(game, each)).rejects.toThrow('InvalidProof');
    await expect(world.call(vault, 'claimMany', [game, [second!, forged[2]!]])).rejects.toThrow(
      'InvalidProof',
    );
    expect(await world.remaining(vault, game)).toBe(10n);
  });

  test.each(['chain', 'vault', 'game'] as const)('PrizeVault rejects a root of another %s', async (what) => {
    const domain = { chainId: CHAIN_ID, vault, game };
    const other = {
      chain: { ...domain, chainId: 1n },
      vault: { ...domain, vault: await world.deployVault() },
      game: { ...domain, game: gameAt(1_000) },
    }[what];
    const { root, total, proven } = provePrizes(other, somePrizes(3));
    await world.approve(vault, total);
    await world.call(vault, 'settle', [game, world.token, root, total], OWNER);
    await world.openClaims();
    await expect(claim(game, proven[0]!)).rejects.toThrow('InvalidProof');
  });

  test('PrizeVault rejects a proof of another game with the same prizes', async () => {
    const first = await settleAndOpen(somePrizes(3));
    game = gameAt(1_001);
    await settleAndOpen(somePrizes(3));
    await expect(claim(game, first[0]!)).rejects.toThrow('InvalidProof');
  });

  test('PrizeVault accepts no inner node of the tree as a leaf', async () => {
    const proven = await settleAndOpen(somePrizes(4));
    const leaf = await world.chain.readContract({
      address: vault,
      abi: prizeVaultAbi,
      functionName: 'leafOf',
      args: [game, 0n, proven[0]!.account, 1n],
    });
    const sibling = proven[0]!.proof[0]!;
    const [low, high] = leaf < sibling ? [leaf, sibling] : [sibling, leaf];
    // The parent of two leaves, claimed as a leaf: its encoding would have to be 64 bytes, a prize has 192.
    const parent = keccak256(encodePacked(['bytes32', 'bytes32'], [low, high]));
    for (const node of [leaf, parent]) {
      const index = BigInt(node);
      const proof = proven[0]!.proof.slice(1);
      await expect(claim(game, { index, account: STRANGER, amount: 1n, proof })).rejects.toThrow(
        'InvalidProof',
      );
    }
  });

  test('PrizeVault.leafOf is the leaf of a standard tree: a single prize is its own root', async () => {
    const { root } = provePrizes({ chainId: CHAIN_ID, vault, game }, somePrizes(1));
    const args = [game, 0n, accountAt(0), 1n] as const;
    expect(
      await world.chain.readContract({ address: vault, abi: prizeVaultAbi, functionName: 'leafOf', args }),
    ).toBe(root);
    const [only] = await settleAndOpen(somePrizes(1));
    expect(await balanceGrowth(only!.account, () => claim(game, only!))).toBe(1n);
  });
});

describe('claimMany', () => {
  test('PrizeVault.claimMany pays the rest of a batch when some of its prizes are paid already', async () => {
    const proven = await settleAndOpen(somePrizes(10));
    await claim(game, proven[3]!);
    await world.call(vault, 'claimMany', [game, [...proven.slice(0, 6), proven[2]!]]);
    expect(await world.remaining(vault, game)).toBe(55n - 21n);
    await world.call(vault, 'claimMany', [game, proven]);
    expect(await world.remaining(vault, game)).toBe(0n);
    const { logs } = await world.call(vault, 'claimMany', [game, proven]);
    expect(logs).toEqual([]);
  });

  test('PrizeVault.claimMany without prizes changes nothing', async () => {
    await settleAndOpen(somePrizes(2));
    await world.call(vault, 'claimMany', [game, []]);
    expect(await world.remaining(vault, game)).toBe(3n);
  });
});

test('PrizeVault keeps the tokens of two games apart when one is paid completely', async () => {
  const first = await settleAndOpen(somePrizes(5));
  const firstGame = game;
  game = gameAt(2_000);
  const second = await settleAndOpen(somePrizes(5));
  await world.call(vault, 'claimMany', [firstGame, first]);
  expect(await world.remaining(vault, firstGame)).toBe(0n);
  expect(await world.remaining(vault, game)).toBe(15n);
  await expect(claim(firstGame, second[0]!)).rejects.toThrow('AlreadyPaid');
  await world.call(vault, 'claimMany', [game, second]);
  expect(await world.remaining(vault, game)).toBe(0n);
});
