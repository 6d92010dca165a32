import { type Address, keccak256, toHex, zeroHash } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { prizeVaultAbi } from './abi.ts';
import { accountAt, gameAt, type ProvenPrize, somePrizes } from './testing/prize-list.ts';
import { OWNER, STRANGER, startVaultWorld, type VaultWorld } from './testing/vault-world.ts';

const DAY = 24 * 3600;
const ROOT = keccak256(toHex('any root'));
let world: VaultWorld;
let vault: Address;
/** Keys of games that no other test uses. */
let [game, otherGame] = [gameAt(0), gameAt(1)];
let games = 0;

beforeAll(async () => {
  world = await startVaultWorld();
  vault = world.vault;
});
afterAll(() => world?.stop());
beforeEach(() => {
  games += 2;
  [game, otherGame] = [gameAt(games), gameAt(games + 1)];
});

describe('settle', () => {
  test('PrizeVault.settle pulls exactly the total from the owner and announces when claims open', async () => {
    const before = await world.balance(OWNER);
    const { root, total, receipt } = await world.settle(game, somePrizes(4));
    expect(total).toBe(10n);
    expect(await world.balance(OWNER)).toBe(before - 10n);
    expect(await world.remaining(vault, game)).toBe(10n);
    const [event] = await world.chain.getContractEvents({
      address: vault,
      abi: prizeVaultAbi,
      eventName: 'Settled',
      blockHash: receipt.blockHash,
    });
    const { timestamp } = await world.chain.getBlock({ blockHash: receipt.blockHash });
    expect(event?.args).toEqual({ game, token: world.token, root, total, opensAt: timestamp + 3600n });
  });

  test('PrizeVault.settle never replaces a settlement: the unclaimed prizes of Footium #284, #367 and #97 stay', async () => {
    const { proven } = await world.settle(game, somePrizes(2));
    await expect(world.settle(game, somePrizes(3))).rejects.toThrow('AlreadySettled');
    await world.openClaims();
    const [first, second] = proven;
    await world.call(vault, 'claim', [game, first!.index, first!.account, first!.amount, first!.proof]);
    await expect(world.settle(game, somePrizes(3))).rejects.toThrow('AlreadySettled');
    await world.call(vault, 'claim', [game, second!.index, second!.account, second!.amount, second!.proof]);
    await expect(world.settle(game, somePrizes(3))).rejects.toThrow('AlreadySettled');
  });

  test('PrizeVault.settle rejects an empty root, an empty pool and callers without ownership', async () => {
    await expect(world.call(vault, 'settle', [game, world.token, zeroHash, 1n], OWNER)).rejects.toThrow(
      'EmptySettlement',
    );
    await expect(world.call(vault, 'settle', [game, world.token, ROOT, 0n], OWNER)).rejects.toThrow(
      'EmptySettlement',
    );
    await expect(world.call(vault, 'settle', [game, world.token, ROOT, 1n])).rejects.toThrow(
      'OwnableUnauthorizedAccount',
    );
  });

  test('PrizeVault.settle fails as a whole without the approval of the total', async () => {
    await world.approve(vault, 9n);
    await expect(world.call(vault, 'settle', [game, world.token, ROOT, 10n], OWNER)).rejects.toThrow(
      'ERC20InsufficientAllowance',
    );
    expect(await world.remaining(vault, game)).toBe(0n);
  });

  test('PrizeVault pays no more than the total of a game whose prizes exceed it, and leaves other games alone', async () => {
    const { proven } = await world.settle(game, somePrizes(4), { total: 5n });
    await world.settle(otherGame, somePrizes(4));
    await world.openClaims();
    for (const { index, account, amount, proof } of proven.slice(0, 2))
      await world.call(vault, 'claim', [game, index, account, amount, proof]);
    const [, , third] = proven;
    await expect(
      world.call(vault, 'claim', [game, third!.index, third!.account, third!.amount, third!.proof]),
    ).rejects.toThrow('InsufficientFunds');
    await expect(world.call(vault, 'claimMany', [game, proven])).rejects.toThrow('InsufficientFunds');
    expect(await world.remaining(vault, game)).toBe(2n);
    expect(await world.remaining(vault, otherGame)).toBe(10n);
  });

  test('PrizeVault keeps tokens above the sum of the prizes until they are reclaimed', async () => {
    const { proven } = await world.settle(game, somePrizes(4), { total: 25n });
    await world.openClaims();
    await world.call(vault, 'claimMany', [game, proven]);
    expect(await world.remaining(vault, game)).toBe(15n);
  });
});

describe('revoke', () => {
  test('PrizeVault.revoke returns the pool before claims open, after which the game can be settled correctly', async () => {
    const wrong = await world.settle(game, somePrizes(3));
    const before = await world.balance(OWNER);
    await expect(world.call(vault, 'revoke', [game])).rejects.toThrow('OwnableUnauthorizedAccount');
    await world.call(vault, 'revoke', [game], OWNER);
    expect(await world.balance(OWNER)).toBe(before + 6n);
    expect(await world.remaining(vault, game)).toBe(0n);
    await expect(world.call(vault, 'revoke', [game], OWNER)).rejects.toThrow('NotRevocable');

    await world.settle(game, somePrizes(4));
    await world.openClaims();
    const { index, account, amount, proof } = wrong.proven[0]!;
    await expect(world.call(vault, 'claim', [game, index, account, amount, proof])).rejects.toThrow(
      'InvalidProof',
    );
  });

  test('PrizeVault.revoke fails once claims are open, even if no prize is paid', async () => {
    await world.settle(game, somePrizes(3));
    await world.openClaims();
    await expect(world.call(vault, 'revoke', [game], OWNER)).rejects.toThrow('NotRevocable');
    expect(await world.remaining(vault, game)).toBe(6n);
  });

  test('PrizeVault.revoke fails for a game that is not settled', async () => {
    await expect(world.call(vault, 'revoke', [game], OWNER)).rejects.toThrow('NotRevocable');
  });
});

describe('reclaim', () => {
  test('PrizeVault.reclaim returns the rest 180 days after claims opened, and no earlier', async () => {
    const { proven } = await world.settle(game, somePrizes(3));
    await world.settle(otherGame, somePrizes(3));
    await world.openClaims();
    const [first, second] = proven;
    await world.call(vault, 'claim', [game, first!.index, first!.account, first!.amount, first!.proof]);
    await expect(world.call(vault, 'reclaim', [game], OWNER)).rejects.toThrow('ReclaimTooEarly');
    await world.pass(180 * DAY - 60);
    await expect(world.call(vault, 'reclaim', [game], OWNER)).rejects.toThrow('ReclaimTooEarly');
    await world.pass(120);
    await expect(world.call(vault, 'reclaim', [game])).rejects.toThrow('OwnableUnauthorizedAccount');
    await expect(world.call(vault, 'reclaim', [gameAt(99)], OWNER)).rejects.toThrow('ReclaimTooEarly');

    const before = await world.balance(OWNER);
    await world.call(vault, 'reclaim', [game], OWNER);
    await world.call(vault, 'reclaim', [game], OWNER);
    expect(await world.balance(OWNER)).toBe(before + 5n);
    expect(await world.remaining(vault, otherGame)).toBe(6n);
    await expect(
      world.call(vault, 'claim', [game, second!.index, second!.account, second!.amount, second!.proof]),
    ).rejects.toThrow('InsufficientFunds');
    await expect(world.settle(game, somePrizes(3))).rejects.toThrow('AlreadySettled');
  });
});

describe('refill', () => {
  const claim = ({ index, account, amount, proof }: ProvenPrize) =>
    world.call(vault, 'claim', [game, index, account, amount, proof]);

  async function reclaim(prizes = 3): Promise<ProvenPrize[]> {
    const { proven } = await world.settle(game, somePrizes(prizes));
    await world.pass(181 * DAY);
    await claim(proven[0]!);
    await world.call(vault, 'reclaim', [game], OWNER);
    return proven;
  }

  test('PrizeVault.refill puts back exactly what was reclaimed, so that late winners claim with the same proofs, once', async () => {
    const [first, second, third] = await reclaim();
    const before = await world.balance(OWNER);
    await world.approve(vault, 100n);
    const { blockHash } = await world.call(vault, 'refill', [game], OWNER);
    const [event] = await world.chain.getContractEvents({ address: vault, abi: prizeVaultAbi, blockHash });
    expect(event).toMatchObject({ eventName: 'Refilled', args: { game, amount: 5n } });
    expect(await world.balance(OWNER)).toBe(before - 5n);
    expect(await world.remaining(vault, game)).toBe(5n);
    await claim(second!);
    await expect(claim(second!)).rejects.toThrow('AlreadyPaid');
    await expect(claim(first!)).rejects.toThrow('AlreadyPaid');
    await claim(third!);
    expect(await world.remaining(vault, game)).toBe(0n);
  });

  test('PrizeVault.refill works once per reclaim, and a rest can be reclaimed and refilled again', async () => {
    const [, second, third] = await reclaim();
    await world.approve(vault, 100n);
    await world.call(vault, 'refill', [game], OWNER);
    await expect(world.call(vault, 'refill', [game], OWNER)).rejects.toThrow('NothingReclaimed');
    await claim(second!);
    await world.call(vault, 'reclaim', [game], OWNER);
    await expect(claim(third!)).rejects.toThrow('InsufficientFunds');
    await world.call(vault, 'refill', [game], OWNER);
    expect(await world.remaining(vault, game)).toBe(3n);
    await claim(third!);
  });

  test('PrizeVault.refill is for the owner, needs the approval, and rejects games from which nothing was reclaimed', async () => {
    await reclaim();
    await world.approve(vault, 4n);
    await expect(world.call(vault, 'refill', [game])).rejects.toThrow('OwnableUnauthorizedAccount');
    await expect(world.call(vault, 'refill', [game], OWNER)).rejects.toThrow('ERC20InsufficientAllowance');
    await world.settle(otherGame, somePrizes(3));
    await expect(world.call(vault, 'refill', [otherGame], OWNER)).rejects.toThrow('NothingReclaimed');
    await world.call(vault, 'revoke', [otherGame], OWNER);
    await expect(world.call(vault, 'refill', [otherGame], OWNER)).rejects.toThrow('NothingReclaimed');
    await expect(world.call(vault, 'refill', [gameAt(98)], OWNER)).rejects.toThrow('NothingReclaimed');
  });
});

test('PrizeVault changes its owner only when the new owner accepts', async () => {
  const own = await world.deployVault();
  const readOwner = () =>
    world.chain.readContract({ address: own, abi: prizeVaultAbi, functionName: 'owner' });
  await world.call(own, 'transferOwnership', [STRANGER], OWNER);
  expect(await readOwner()).toBe(OWNER);
  await expect(world.call(own, 'acceptOwnership', [], accountAt(1))).rejects.toThrow(
    'OwnableUnauthorizedAccount',
  );
  await world.call(own, 'acceptOwnership', [], STRANGER);
  expect(await readOwner()).toBe(STRANGER);
  await expect(world.call(own, 'settle', [game, world.token, ROOT, 1n], OWNER)).rejects.toThrow(
    'OwnableUnauthorizedAccount',
  );
});
