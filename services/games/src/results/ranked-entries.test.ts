import { expect, it } from 'vitest';
import { setUpFinalGames, wallet } from '../testing/final-games.ts';
import { readResultEntries } from './result-entries.ts';

const games = setUpFinalGames();

it('pages by rank have tied entries by ordinal, and entries without a rank last', async () => {
  const game = await games.createGame([5, 9, 7, 9, 8]);
  await games.db.raw(
    `update entries set excluded_at = now(), excluded_by = ?, excluded_reason = 'x' where game_id = ? and ordinal = 5`,
    [wallet(0xad1), game],
  );
  await games.settle(game);
  const read = async (after: number) =>
    (await readResultEntries(games.db, game, { after, limit: 3, sort_by: 'rank' })).map(
      ({ ordinal, rank }) => [ordinal, rank],
    );
  expect(await read(0)).toEqual([
    [2, 1],
    [4, 1],
    [3, 3],
  ]);
  expect(await read(3)).toEqual([
    [1, 4],
    [5, null],
  ]);
  expect(await read(6)).toEqual([]);
});
