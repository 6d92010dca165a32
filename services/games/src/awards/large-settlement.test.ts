import { buildPrizeTree, prizeGameKey, proveLeaf } from '@touchline/contracts/prize-tree';
import { query } from '@touchline/service-kit/data/database';
import type { Address } from 'viem';
import { expect, it } from 'vitest';
import { findGame } from '../games/games.store.ts';
import { REVIEW_MS, setUpFinalGames } from '../testing/final-games.ts';
import type { AwardInput } from './award-entries.ts';
import { createPrizeWorker } from './prize-worker.ts';
import { readProofs } from './prizes.store.ts';
import { readLeaves } from './settlements.store.ts';

const games = setUpFinalGames();
const ENTRIES = 20_000;

// The thread runs the built service: `npm run build` must run first, as in npm test.
it('the prizes of a large game are awarded in a worker thread and add up to the pool', async () => {
  const game = await games.createGame(Array.from({ length: ENTRIES }, (_, n) => (n * 7919) % 400));
  await games.settle(game);
  const { total, awards } = await games.findSettlement(game);
  expect(total).toBe(200n * 10n ** 18n);
  expect(awards).toBeGreaterThanOrEqual(ENTRIES / 5);
  expect((await findGame(games.db, game))!.prizes.state).toBe('REVIEW');

  games.clock.now += REVIEW_MS;
  await games.settle(game);
  expect((await findGame(games.db, game))!.prizes.state).toBe('SETTLED');
  const parts = await query(games.db, 'select from prize_trees where game_id = ?', [game]);
  expect(parts.length).toBeGreaterThan(1);
  // Some leaves of every part of the stored tree.
  const leaves = Array.from({ length: awards }, (_, leaf) => leaf).filter(
    (leaf) => leaf % 97 === 0 || leaf === awards - 1,
  );
  const proofs = await readProofs(games.db, game, leaves);
  const tree = await buildTree(game);
  expect(proofs).toEqual(leaves.map((leaf) => proveLeaf(tree, leaf)));
});

/** Builds the tree of a settlement from its leaves. */
async function buildTree(game: string) {
  const { accounts, amounts } = (await readLeaves(games.db, game))!;
  const { chainId, vault } = games.replica;
  const tree = await buildPrizeTree(
    amounts.split(',').map((amount, index) => ({
      chainId: BigInt(chainId),
      vault: vault as Address,
      game: prizeGameKey(game),
      index: BigInt(index),
      account: `0x${accounts.toString('hex', index * 20, (index + 1) * 20)}`,
      amount: BigInt(amount),
    })),
  );
  expect(tree.root).toBe((await games.findSettlement(game)).root);
  return tree;
}

it('an award of a large game leaves its columns as they are', async () => {
  const pack = (bytes: number, write: (buffer: Buffer, index: number) => void) => {
    const buffer = Buffer.alloc(ENTRIES * bytes);
    for (let index = 0; index < ENTRIES; index += 1) write(buffer, index);
    return buffer;
  };
  const ordinal = () => pack(4, (buffer, index) => buffer.writeInt32BE(index + 1, index * 4));
  const points = () => pack(4, (buffer, index) => buffer.writeInt32BE(ENTRIES - index, index * 4));
  const input: AwardInput = {
    entries: ENTRIES,
    corrected: {
      ranked: [{ ordinal: ordinal(), joined_at: Buffer.alloc(ENTRIES * 8) }],
      points: [{ ordinal: ordinal(), points: points(), earned: points() }],
      table: [{ from: 1, to: 1, amount: 5n }],
    },
    uncorrected: null,
    rescored: false,
  };
  const worker = createPrizeWorker();
  const award = await worker.award(input);
  expect(award).toMatchObject({ count: 1, total: 5n });
  expect(await worker.award(input)).toEqual(award);
});
