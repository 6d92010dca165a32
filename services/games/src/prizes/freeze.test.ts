import { randomUUID } from 'node:crypto';
import { query } from '@touchline/service-kit/data/database';
import { rejection } from '@touchline/service-kit/testing/waiting';
import { describe, expect, it } from 'vitest';
import { findGame } from '../games/games.store.ts';
import { REVIEW_MS, setUpFinalGames, wallet } from '../testing/final-games.ts';
import { countResults, findResults } from './results.store.ts';
import { approveSettlement, readSettlement } from './settlement-admin.ts';

const games = setUpFinalGames();
const ADMIN = wallet(0xad1);

const endReview = () => {
  games.clock.now += REVIEW_MS;
};
const readState = async (game: string) => (await findGame(games.db, game))!.prizes.state;
const by = (admin: string) => ({ admin, request_id: randomUUID(), reason: 'a test' });
const admin = () => ({
  ...games.replica,
  treasury: wallet(7),
  adminWallets: [ADMIN],
  fundingApprovalAbove: 0n,
});

/** Adds points to an entry, as an administrator. */
const correct = (game: string, ordinal: number, points: number) =>
  games.db.transaction(async (trx) => {
    await trx.raw(
      `insert into adjustments (game_id, ordinal, at, field, delta, value_before, value_after, admin, reason)
       values (?, ?, now(), 'current_points', ?, 0, 0, ?, 'a test')`,
      [game, ordinal, points, ADMIN],
    );
    await trx.raw('update games set version = version + 1 where id = ?', [game]);
  });

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

  it('stay in review until it ends, and are then settled with one event', async () => {
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

  it('are settled once by several replicas that run concurrently', async () => {
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

describe('corrections in the review', () => {
  it('start the review again, need a second administrator, and are shown as differences', async () => {
    const game = await games.createGame([5, 4, 3, 2, 1]);
    await games.settle(game);
    games.clock.now += REVIEW_MS / 2;
    await correct(game, 5, 100);
    await games.settle(game);
    const { proposal, review_ends_at } = await games.findSettlement(game);
    expect({ proposal, review_ends_at }).toEqual({
      proposal: 2,
      review_ends_at: games.clock.now + REVIEW_MS,
    });
    endReview();
    await games.settle(game);
    expect(await readState(game)).toBe('REVIEW');
    const { settlement, differences } = await readSettlement(admin(), game);
    expect(settlement).toMatchObject({
      approval_needed: true,
      corrections: 1,
      moved: `130${'0'.repeat(18)}`,
    });
    expect(differences).toContainEqual(
      expect.objectContaining({
        wallet_address: wallet(5),
        rank_before: null,
        rank_after: 1,
        amount_before: '0',
      }),
    );
    const approval = { id: game, version: settlement.version };
    expect((await rejection(approveSettlement(admin(), { ...approval, by: by(ADMIN) }))).code).toBe(
      'CHANGE_REFUSED',
    );
    const stale = approveSettlement(admin(), { id: game, version: '1', by: by(wallet(0xad2)) });
    expect((await rejection(stale)).code).toBe('STALE');
    await approveSettlement(admin(), { ...approval, by: by(wallet(0xad2)) });
    await games.settle(game);
    expect(await readState(game)).toBe('SETTLED');
    expect(await games.readPrizes(game)).toEqual({ 5: '130', 1: '70' });
  });

  it('an approval does not cover a later correction', async () => {
    const game = await games.createGame([5, 4, 3, 2, 1]);
    await correct(game, 5, 100);
    await games.settle(game);
    const { settlement } = await readSettlement(admin(), game);
    await approveSettlement(admin(), { id: game, version: settlement.version, by: by(wallet(0xad2)) });
    await correct(game, 4, 200);
    endReview();
    await games.settle(game);
    endReview();
    await games.settle(game);
    expect(await readState(game)).toBe('REVIEW');
    expect((await readSettlement(admin(), game)).settlement.approval_needed).toBe(true);
  });

  it('a correction that changes no prize does not start the review again', async () => {
    const game = await games.createGame([50, 40, 3, 2, 1]);
    await games.settle(game);
    const { review_ends_at } = await games.findSettlement(game);
    await correct(game, 1, 5);
    games.clock.now += 1_000;
    await games.settle(game);
    expect(await games.findSettlement(game)).toMatchObject({
      review_ends_at,
      proposal: 1,
      corrections: 1,
      moved: 0n,
    });
  });

  it('the administrator who made them cannot approve them in another spelling of the wallet', async () => {
    const game = await games.createGame([5, 4, 3, 2, 1]);
    await correct(game, 5, 100);
    await games.settle(game);
    const { version } = (await readSettlement(admin(), game)).settlement;
    for (const spelling of [ADMIN.toUpperCase().replace('0X', '0x'), `0x${ADMIN.slice(2).toUpperCase()}`]) {
      const approval = approveSettlement(admin(), { id: game, version, by: by(spelling) });
      expect((await rejection(approval)).code).toBe('CHANGE_REFUSED');
    }
  });

  it('an approval that is sent twice is recorded once', async () => {
    const game = await games.createGame([5, 4, 3, 2, 1]);
    await correct(game, 5, 100);
    await games.settle(game);
    const { version } = (await readSettlement(admin(), game)).settlement;
    const approve = () => approveSettlement(admin(), { id: game, version, by: by(wallet(0xad2)) });
    const both = await Promise.allSettled([approve(), approve()]);
    expect(both.filter(({ status }) => status === 'rejected')).toMatchObject([
      { reason: { code: 'CHANGE_REFUSED' } },
    ]);
    const changes = await query(
      games.db,
      `select 1 from admin_changes where subject = ? and action = 'PRIZES_APPROVED'`,
      [game],
    );
    expect(changes).toHaveLength(1);
  });

  it('one that is made in the last moment of the review starts it again', async () => {
    const game = await games.createGame([5, 4, 3, 2, 1]);
    await games.settle(game);
    games.clock.now = (await games.findSettlement(game)).review_ends_at;
    await correct(game, 5, 100);
    await games.settle(game);
    expect(await readState(game)).toBe('REVIEW');
    expect(await games.findSettlement(game)).toMatchObject({
      proposal: 2,
      review_ends_at: games.clock.now + REVIEW_MS,
    });
  });
});
