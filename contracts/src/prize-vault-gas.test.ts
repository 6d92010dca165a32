import { afterAll, beforeAll, expect, test } from 'vitest';
import { deepen, gameAt, provePrizes, somePrizes } from './testing/prize-list.ts';
import { CHAIN_ID, OWNER, STRANGER, startVaultWorld, type VaultWorld } from './testing/vault-world.ts';

/** Limit of gas per winner in a batch of 100, regardless of the size of the game. */
const MAX_GAS_PER_WINNER = 45_000n;
let world: VaultWorld;

beforeAll(async () => {
  world = await startVaultWorld();
});
afterAll(() => world?.stop());

/** The first transaction of a game and of an account costs more, so both are measured. */
test.each([
  { leaves: 200, prizes: 200, levels: 0, at: 0 },
  { leaves: 262_144, prizes: 128, levels: 11, at: 1 },
])('gas of the vault in a game of $leaves prizes', async ({ leaves, prizes, levels, at }) => {
  const { vault } = world;
  const game = gameAt(at);
  const list = somePrizes(prizes).map(({ amount }, index) => ({
    account: `0x${BigInt((at + 1) * 1_000_000 + index)
      .toString(16)
      .padStart(40, 'b')}` as const,
    amount,
  }));
  const { root, total, proven } = deepen(provePrizes({ chainId: CHAIN_ID, vault, game }, list), levels);
  await world.approve(vault, total);
  const settled = await world.call(vault, 'settle', [game, world.token, root, total], OWNER);
  await world.openClaims();
  const claims: bigint[] = [];
  for (const { index, account, amount, proof } of proven.slice(100, 102))
    claims.push((await world.call(vault, 'claim', [game, index, account, amount, proof], STRANGER)).gasUsed);
  const batch = await world.call(vault, 'claimMany', [game, proven.slice(0, 100)]);
  const perWinner = batch.gasUsed / 100n;
  expect(perWinner).toBeLessThanOrEqual(MAX_GAS_PER_WINNER);
  expect({ leaves, settle: settled.gasUsed, claims, perWinner }).toMatchSnapshot();
});
