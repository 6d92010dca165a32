import { randomUUID } from 'node:crypto';
import { query } from '@touchline/service-kit/data/database';
import { rejection } from '@touchline/service-kit/testing/waiting';
import { describe, expect, it } from 'vitest';
import { findGame } from '../games/games.store.ts';
import { approveSettlement, readSettlement } from '../prizes/settlement-admin.ts';
import { REVIEW_MS, setUpFinalGames, wallet } from '../testing/final-games.ts';

const [ADMIN, SECOND, THIRD] = [wallet(0xad1), wallet(0xad2), wallet(0xad3)];
const games = setUpFinalGames({ adminWallets: [ADMIN, SECOND, THIRD] });

const endReview = () => {
  games.clock.now += REVIEW_MS;
};
const readState = async (game: string) => (await findGame(games.db, game))!.prizes.state;
const by = (admin: string) => ({ admin, request_id: randomUUID(), reason: 'a test' });
const admin = () => ({
  ...games.replica,
  treasury: wallet(7),
  fundingApprovalAbove: () => 0n,
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

/** Settles a game whose prizes need an approval after their review. */
async function endReviewWithoutApproval(game: string) {
  await games.settle(game);
  endReview();
  await games.settle(game);
  expect(await readState(game)).toBe('REVIEW');
  return (await readSettlement(admin(), game)).settlement;
}

describe('corrections in the review', () => {
  it('corrections need a second administrator above the limit of the token', async () => {
    const token = { address: wallet(9), symbol: 'WLD', decimals: 18 };
    const approvalAbove = (address: string) => (address === token.address ? 0n : 10n ** 24n);
    const replica = games.openReplica({ approvalAbove });
    const settle = async (plan: object) => {
      const game = await games.createGame([5, 4, 3, 2, 1], plan);
      await games.settle(game, replica);
      await correct(game, 5, 100);
      await games.settle(game, replica);
      endReview();
      await games.settle(game, replica);
      return readState(game);
    };
    expect([await settle({}), await settle({ token })]).toEqual(['SETTLED', 'REVIEW']);
  });

  it('corrections start the review again, need a second administrator, and are shown as differences', async () => {
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
    const stale = approveSettlement(admin(), { id: game, version: '1', by: by(SECOND) });
    expect((await rejection(stale)).code).toBe('STALE');
    await approveSettlement(admin(), { ...approval, by: by(SECOND) });
    await games.settle(game);
    expect(await readState(game)).toBe('SETTLED');
    expect(await games.readPrizes(game)).toEqual({ 5: '130', 1: '70' });
  });

  it.each([
    ['a winner', 2],
    ['a rival, who wins nothing with it', 5],
  ])('another lineup of %s counts as all prizes, because it has already scored', async (_of, ordinal) => {
    const game = await games.createGame([5, 4, 3, 2, 1]);
    await games.db.raw(
      `insert into admin_changes (id, at, admin, request_id, owner, action, subject, reason, before, after)
       select gen_random_uuid(), now(), ?, gen_random_uuid(), 'games', 'ENTRY_EDITED', id::text, 'a test',
         '{"captain_id": "sealed"}', '{"captain_id": "sealed"}' from entries where game_id = ? and ordinal = ?`,
      [ADMIN, game, ordinal],
    );
    const settlement = await endReviewWithoutApproval(game);
    expect(settlement).toMatchObject({
      approval_needed: true,
      corrections: 1,
      moved: `200${'0'.repeat(18)}`,
    });
    const own = approveSettlement(admin(), { id: game, version: settlement.version, by: by(ADMIN) });
    expect((await rejection(own)).code).toBe('CHANGE_REFUSED');
  });

  it('a lower coefficient of a rival counts as all prizes', async () => {
    const game = await games.createGame([5, 4, 3, 2, 1]);
    await games.db.raw(
      `insert into adjustments (game_id, ordinal, at, field, delta, value_before, value_after, from_gameweek, admin, reason)
       select ?, 5, now(), 'coefficient_applied', -50, 1050, 1000, first_gameweek, ?, 'a test' from games where id = ?`,
      [game, ADMIN, game],
    );
    await games.settle(game);
    expect((await games.findSettlement(game)).moved).toBe(200n * 10n ** 18n);
  });

  it('the exclusion of every winner needs a second administrator, although nothing remains to be paid', async () => {
    const game = await games.createGame([5, 4]);
    await games.db.raw(
      `update entries set excluded_at = now(), excluded_by = ?, excluded_reason = 'a test' where game_id = ?`,
      [ADMIN, game],
    );
    const settlement = await endReviewWithoutApproval(game);
    expect(settlement).toMatchObject({
      approval_needed: true,
      corrections: 2,
      moved: `200${'0'.repeat(18)}`,
    });
    await approveSettlement(admin(), { id: game, version: settlement.version, by: by(SECOND) });
    await games.settle(game);
    expect(await readState(game)).toBe('NONE');
  });

  it('an approval does not cover a later correction', async () => {
    const game = await games.createGame([5, 4, 3, 2, 1]);
    await correct(game, 5, 100);
    await games.settle(game);
    const { settlement } = await readSettlement(admin(), game);
    await approveSettlement(admin(), { id: game, version: settlement.version, by: by(SECOND) });
    await correct(game, 4, 200);
    endReview();
    await games.settle(game);
    endReview();
    await games.settle(game);
    expect(await readState(game)).toBe('REVIEW');
    expect((await readSettlement(admin(), game)).settlement.approval_needed).toBe(true);
  });

  it('an approval ends when its administrator is removed, and another one can approve', async () => {
    const game = await games.createGame([5, 4, 3, 2, 1]);
    await correct(game, 5, 100);
    await games.settle(game);
    const { version } = (await readSettlement(admin(), game)).settlement;
    const approved = await approveSettlement(admin(), { id: game, version, by: by(SECOND) });
    expect(approved).toMatchObject({ approval_needed: false, approved_by: SECOND });
    const replica = games.openReplica({ adminWallets: [ADMIN, THIRD] });
    const left = { ...admin(), adminWallets: replica.adminWallets };
    expect((await readSettlement(left, game)).settlement).toMatchObject({
      approval_needed: true,
      approved_by: null,
    });
    endReview();
    await games.settle(game, replica);
    expect(await readState(game)).toBe('REVIEW');
    await approveSettlement(left, { id: game, version, by: by(THIRD) });
    await games.settle(game, replica);
    expect(await readState(game)).toBe('SETTLED');
    // The approval of settled prizes remains on record.
    const later = { ...admin(), adminWallets: [ADMIN] };
    expect((await readSettlement(later, game)).settlement.approved_by).toBe(THIRD);
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
    const approve = () => approveSettlement(admin(), { id: game, version, by: by(SECOND) });
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
