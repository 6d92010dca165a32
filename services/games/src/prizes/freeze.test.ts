import { query } from '@touchline/service-kit/data/database';
import { describe, expect, it } from 'vitest';
import { findGame } from '../games/games.store.ts';
import { countResults, findResults } from '../results/results.store.ts';
import { REVIEW_MS, setUpFinalGames } from '../testing/final-games.ts';

const games = setUpFinalGames();

const endReview = () => {
  games.clock.now += REVIEW_MS;
};
const readState = async (game: string) => (await findGame(games.db, game))!.prizes.state;

describe('prizes of a final game', () => {
  it('game rules 8: tied entries share their places, the straddling group shares what its paid places give', async () => {
    const tied = await games.createGame([50, 40, 40, 10, 1, 0]);
    await games.settle(tied);
    expect(await games.readPrizes(tied)).toEqual({ 1: '130', 2: '35', 3: '35' });
    const first = await games.createGame([40, 40, 40, 10, 1, 0]);
    await games.settle(first);
    const prizes = await games.readPrizes(first);
    expect(Object.keys(prizes)).toEqual(['1', '2', '3']);
    expect((await games.findSettlement(first)).total).toBe(200n * 10n ** 18n);
  });

  it('prizes stay in review until it ends, and are then settled with one event', async () => {
    const game = await games.createGame([5, 4, 3, 2, 1]);
    await games.settle(game);
    await games.settle(game);
    expect(await readState(game)).toBe('REVIEW');
    expect(await games.countEvents(game)).toBe(0);
    endReview();
    await games.settle(game);
    expect(await readState(game)).toBe('SETTLED');
    const { root, proposal } = await games.findSettlement(game);
    await games.settle(game);
    expect(await games.findSettlement(game)).toMatchObject({ root, proposal: 1 });
    expect(proposal).toBe(1);
    expect(await games.countEvents(game)).toBe(1);
  });

  it('a game without entries is settled but not listed in the results', async () => {
    const empty = await games.createGame([]);
    await games.settle(empty);
    endReview();
    await games.settle(empty);
    expect(await readState(empty)).toBe('NONE');
    const listed = await findResults(games.db, null, { after: null, limit: 100 });
    expect(listed.map(({ game_id }) => game_id)).not.toContain(empty);
    expect(await countResults(games.db, null)).toBe(listed.length);
  });

  it('several replicas that run concurrently settle the prizes of a game once', async () => {
    const game = await games.createGame([5, 4, 3, 2, 1]);
    const replicas = [games.replica, games.openReplica(), games.openReplica()];
    await Promise.all(replicas.map((replica) => games.settle(game, replica)));
    expect((await games.findSettlement(game)).proposal).toBe(1);
    endReview();
    await Promise.all([...replicas, ...replicas].map((replica) => games.settle(game, replica)));
    expect(await readState(game)).toBe('SETTLED');
    expect(await games.countEvents(game)).toBe(1);
    expect(await query(games.db, 'select from prize_trees where game_id = ?', [game])).toHaveLength(1);
  });

  it('a crash before, in or after the transaction of the freeze leaves one settlement', async () => {
    const game = await games.createGame([5, 4, 3, 2, 1]);
    await games.settle(game);
    endReview();
    const crash = new Error('crashed');
    const { worker, writes } = games.replica;
    const whileBuilding = games.openReplica({
      worker: { ...worker, buildTree: () => Promise.reject(crash) },
    });
    await expect(games.settle(game, whileBuilding)).rejects.toThrow(crash);
    const beforeCommit = games.openReplica({
      writes: {
        ...writes,
        run: (id, work) =>
          writes.run(id, async (trx, locked) => {
            await work(trx, locked);
            throw crash;
          }),
      },
    });
    await expect(games.settle(game, beforeCommit)).rejects.toThrow(crash);
    expect(await readState(game)).toBe('REVIEW');
    expect(await query(games.db, 'select from prize_trees where game_id = ?', [game])).toEqual([]);
    const afterCommit = games.openReplica({
      writes: {
        ...writes,
        run: async (id, work) => {
          await writes.run(id, work);
          throw crash;
        },
      },
    });
    await expect(games.settle(game, afterCommit)).rejects.toThrow(crash);
    await games.settle(game);
    expect(await readState(game)).toBe('SETTLED');
    expect(await games.countEvents(game)).toBe(1);
  });
});
