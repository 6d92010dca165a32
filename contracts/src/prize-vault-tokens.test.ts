import { type Abi, type Address, encodeFunctionData, type Hex } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { prizeVaultAbi } from './abi.ts';
import { type Artifact, compileFile } from './compile.ts';
import { waitForReceipt } from './receipt.ts';
import { gameAt, type ProvenPrize, somePrizes } from './testing/prize-list.ts';
import { OWNER, STRANGER, startVaultWorld, type VaultWorld } from './testing/vault-world.ts';

const SUPPLY = 10n ** 24n;
let world: VaultWorld;
let vault: Address;
/** A new token with faults for each test. */
let token: Address;
let artifact: Artifact;
let game = gameAt(0);
let games = 0;

beforeAll(async () => {
  world = await startVaultWorld();
  vault = world.vault;
  artifact = compileFile('testing/TestToken');
});
afterAll(() => world?.stop());
beforeEach(async () => {
  games += 1;
  game = gameAt(games);
  const hash = await world.chain.deployContract({ ...artifact, args: [SUPPLY], account: OWNER, chain: null });
  token = (await waitForReceipt(world.chain, hash)).contractAddress!;
});

const configure = (functionName: string, ...args: readonly unknown[]) =>
  world.send(OWNER, { address: token, abi: artifact.abi, functionName, args });

const toClaim = ({ index, account, amount, proof }: ProvenPrize) =>
  [game, index, account, amount, proof] as const;

async function settleAndOpen(count: number): Promise<ProvenPrize[]> {
  const { proven } = await world.settle(game, somePrizes(count), { token });
  await world.openClaims();
  return proven;
}

test('PrizeVault.settle rejects a token that keeps a fee of every transfer', async () => {
  await configure('setFee', 100n);
  const prizes = [{ account: STRANGER, amount: 10_000n }];
  await expect(world.settle(game, prizes, { token })).rejects.toThrow('WrongAmountReceived');
  expect(await world.remaining(vault, game)).toBe(0n);
});

test('PrizeVault.settle rejects an address without code and a token that rejects the vault', async () => {
  await expect(world.call(vault, 'settle', [game, STRANGER, gameAt(1), 1n], OWNER)).rejects.toThrow();
  await configure('setRejects', vault, true);
  await expect(world.settle(game, somePrizes(2), { token })).rejects.toThrow('rejected');
  expect(await world.remaining(vault, game)).toBe(0n);
});

test.each([
  ['reverts', 'setRejects', true],
  ['returns false', 'setReturnsFalse', undefined],
])(
  'PrizeVault.claimMany pays the others when a transfer %s, and the prize stays claimable',
  async (_, fault, value) => {
    const proven = await settleAndOpen(5);
    const blocked = proven[2]!;
    await configure(fault, blocked.account, ...(value === undefined ? [] : [value]));
    await expect(world.call(vault, 'claim', toClaim(blocked))).rejects.toThrow();
    await world.call(vault, 'claimMany', [game, proven]);
    expect(await world.remaining(vault, game)).toBe(3n);
    expect(await world.balance(blocked.account, token)).toBe(0n);
    for (const { account, amount } of proven.filter((prize) => prize !== blocked))
      expect(await world.balance(account, token)).toBe(amount);
    if (fault !== 'setRejects') return;
    await configure(fault, blocked.account, false);
    await world.call(vault, 'claim', toClaim(blocked));
    expect(await world.balance(blocked.account, token)).toBe(3n);
  },
);

test('PrizeVault.claimMany pays earlier prizes of a batch when a later transfer burns its gas', async () => {
  const proven = await settleAndOpen(3);
  await configure('setBurnsGas', proven[2]!.account);
  const claims = {
    address: vault,
    abi: prizeVaultAbi as Abi,
    functionName: 'claimMany',
    args: [game, proven],
  };
  const hash = await world.chain.writeContract({
    ...claims,
    account: STRANGER,
    chain: null,
    gas: 4_000_000n,
  });
  expect((await waitForReceipt(world.chain, hash)).status).toBe('success');
  expect(await world.remaining(vault, game)).toBe(3n);
});

const claimAgain = (prize: ProvenPrize): Hex =>
  encodeFunctionData({ abi: prizeVaultAbi, functionName: 'claim', args: toClaim(prize) });
const claimManyAgain = (proven: readonly ProvenPrize[]): Hex =>
  encodeFunctionData({ abi: prizeVaultAbi, functionName: 'claimMany', args: [game, proven] });

test('PrizeVault pays a prize once when the token claims it again during its transfer', async () => {
  const [first, second] = await settleAndOpen(4);
  await configure('setReentry', vault, claimAgain(first!));
  await world.call(vault, 'claim', toClaim(first!));
  expect(await world.balance(first!.account, token)).toBe(1n);

  await configure('setReentry', vault, claimAgain(second!));
  await world.call(vault, 'claimMany', [game, [second!]]);
  expect(await world.balance(second!.account, token)).toBe(2n);
  expect(await world.remaining(vault, game)).toBe(7n);
});

test('PrizeVault pays each prize once when the token claims the batch again during its first transfer', async () => {
  const proven = await settleAndOpen(4);
  await configure('setReentry', vault, claimManyAgain(proven));
  await world.call(vault, 'claimMany', [game, proven]);
  for (const { account, amount } of proven) expect(await world.balance(account, token)).toBe(amount);
  expect(await world.remaining(vault, game)).toBe(0n);
});

test('PrizeVault.settle rejects a pool that a claim during its transfer reduces', async () => {
  const [first] = await settleAndOpen(4);
  const call = claimAgain(first!);
  const paidGame = game;
  game = gameAt(1_000);
  await configure('setReentry', vault, call);
  await world.approve(vault, 10n, token);
  await expect(world.call(vault, 'settle', [game, token, gameAt(1), 10n], OWNER)).rejects.toThrow(
    'WrongAmountReceived',
  );
  expect(await world.remaining(vault, paidGame)).toBe(10n);
  expect(await world.remaining(vault, game)).toBe(0n);
});

test('PrizeVault.refill fails as a whole when the token keeps a fee or claims during the transfer', async () => {
  const [first] = await settleAndOpen(4);
  await world.pass(181 * 24 * 3600);
  await world.call(vault, 'reclaim', [game], OWNER);
  await world.approve(vault, 1_000n, token);
  await configure('setFee', 1_000n);
  await expect(world.call(vault, 'refill', [game], OWNER)).rejects.toThrow('WrongAmountReceived');
  await configure('setFee', 0n);
  await configure('setReentry', vault, claimAgain(first!));
  await world.call(vault, 'refill', [game], OWNER);
  expect(await world.balance(first!.account, token)).toBe(0n);
  expect(await world.remaining(vault, game)).toBe(10n);
});

test('PrizeVault returns a pool once when the token re-enters a revoke', async () => {
  await world.settle(game, somePrizes(4), { token });
  const again = encodeFunctionData({ abi: prizeVaultAbi, functionName: 'revoke', args: [game] });
  await configure('setReentry', vault, again);
  await world.call(vault, 'revoke', [game], OWNER);
  expect(await world.balance(OWNER, token)).toBe(SUPPLY);
  expect(await world.remaining(vault, game)).toBe(0n);
});
