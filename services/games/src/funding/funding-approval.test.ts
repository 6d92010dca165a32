import { randomUUID } from 'node:crypto';
import { query } from '@touchline/service-kit/data/database';
import { rejection } from '@touchline/service-kit/testing/waiting';
import { beforeEach, describe, expect, it } from 'vitest';
import { approveFunding, readFunding } from '../prizes/funding-admin.ts';
import { readSettlement, type SettlementAdminDeps } from '../prizes/settlement-admin.ts';
import { FOOTBALL, REVIEW_MS, setUpFinalGames, wallet } from '../testing/final-games.ts';

const games = setUpFinalGames();
const [ANN, BOB, EVE] = [wallet(0xadaa), wallet(0xbdbb), wallet(0xcdcc)];
const upperCase = (address: string) => `0x${address.slice(2).toUpperCase()}`;
const tokens = (n: number) => BigInt(n) * 10n ** 18n;

/** The games have a pool of 200 FOOTBALL. */
const admin = (changes: Partial<SettlementAdminDeps> = {}): SettlementAdminDeps => ({
  ...games.replica,
  treasury: wallet(7),
  adminWallets: [ANN, upperCase(BOB)],
  fundingApprovalAbove: () => tokens(200) - 1n,
  ...changes,
});

let game: string;
beforeEach(async () => {
  game = await games.createGame([5, 4, 3, 2, 1]);
  await games.settle(game);
  games.clock.now += REVIEW_MS;
  await games.settle(game);
});

const read = async (deps = admin()) => (await readSettlement(deps, game)).settlement;

async function decide(wallets: { as: string }, approved: boolean, version?: string) {
  const by = { admin: wallets.as, request_id: randomUUID(), reason: 'a test' };
  return approveFunding(admin(), { by, id: game, version: version ?? (await read()).version, approved });
}
const approve = (as: string, version?: string) => decide({ as }, true, version);
const withdraw = (as: string) => decide({ as }, false);
const fund = (as: string, deps = admin()) => readFunding(deps, game, as);
const expectRejection = async (promise: Promise<unknown>, text: string, code = 'CHANGE_REFUSED') =>
  expect(await rejection(promise)).toMatchObject({ code, message: expect.stringContaining(text) });

const NEEDED = 'needs the approval of a second administrator';

describe('funding above the limit', () => {
  it('a large funding needs the approval of one administrator and is sent by another one', async () => {
    expect(await read()).toMatchObject({ funding_approval_needed: true, funding_approved_by: null });
    await expectRejection(fund(ANN), NEEDED);
    expect(await approve(ANN)).toMatchObject({ funding_approval_needed: false, funding_approved_by: ANN });
    expect(await fund(BOB)).toMatchObject({ total: tokens(200).toString(), refill: null, sender: wallet(7) });
    const changes = await query(
      games.db,
      "select admin, action, after ->> 'amount' as amount from admin_changes where subject = ?",
      [game],
    );
    expect(changes).toEqual([
      { admin: ANN, action: 'PRIZE_FUNDING_APPROVED', amount: tokens(200).toString() },
    ]);
  });

  it('a funding cannot be sent by the administrator who approved it, in any spelling of the address', async () => {
    await approve(ANN);
    for (const spelling of [ANN, upperCase(ANN), ANN.toUpperCase()])
      await expectRejection(fund(spelling), 'Another administrator has to send it');
    await games.db.raw('update prize_settlements set funding_approved_by = ? where game_id = ?', [
      upperCase(BOB),
      game,
    ]);
    await expectRejection(fund(BOB), 'Another administrator has to send it');
    expect(await fund(ANN)).toMatchObject({ total: tokens(200).toString() });
  });

  it('a funding is approved once, also by concurrent requests of two administrators', async () => {
    const { version } = await read();
    const both = await Promise.allSettled([approve(ANN, version), approve(BOB, version)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expectRejection(approve(BOB, version), 'changed by someone else', 'STALE');
    await expectRejection(approve(BOB), 'already approved');
  });

  it('a funding cannot be sent after the approval was withdrawn, and an old page cannot approve it again', async () => {
    const { version } = await approve(ANN);
    await withdraw(BOB);
    await expectRejection(fund(BOB), NEEDED);
    await expectRejection(approve(ANN, version), 'changed by someone else', 'STALE');
    await expectRejection(withdraw(ANN), 'no approval to withdraw');
  });

  it('a late request of a page from before an approval cannot approve the funding again after the withdrawal', async () => {
    const { version } = await read();
    await approve(BOB);
    await withdraw(ANN);
    await expectRejection(approve(BOB, version), 'changed by someone else', 'STALE');
    await expectRejection(fund(ANN), NEEDED);
  });

  it.each([
    ['root', `update prize_settlements set root = '0x${'1'.repeat(64)}' where game_id = ?`],
    ['amount', 'update prize_settlements set total = total + 1 where game_id = ?'],
    [
      'token',
      `update games set prize_plan = jsonb_set(prize_plan, '{token,address}', '"${wallet(9)}"') where id = ?`,
    ],
    [
      'call, a refill of the rest',
      "update prize_settlements set funding_tx = '0x1', funding_problem = 'taken back' where game_id = ?",
    ],
  ])('a funding cannot be sent with an approval of another %s', async (_name, change) => {
    await approve(ANN);
    await games.db.raw(change, [game]);
    expect(await read()).toMatchObject({ funding_approval_needed: true, funding_approved_by: null });
    await expectRejection(fund(BOB), NEEDED);
  });

  it('a funding cannot be sent with the approval of a former administrator', async () => {
    await approve(ANN);
    await expectRejection(fund(BOB, admin({ adminWallets: [BOB, EVE] })), NEEDED);
  });

  it('a funding cannot be approved before the settlement, at the limit, or once it is funded', async () => {
    const deps = admin({ fundingApprovalAbove: () => tokens(200) });
    const by = { admin: ANN, request_id: randomUUID(), reason: 'a test' };
    const { version } = await read();
    await expectRejection(approveFunding(deps, { by, id: game, version, approved: true }), 'No approval');
    expect(await fund(ANN, deps)).toMatchObject({ total: tokens(200).toString() });
    await games.db.raw("update games set prize_state = 'FUNDED' where id = ?", [game]);
    await expectRejection(approve(ANN), 'nothing to fund');
    const open = await games.createGame([5, 4, 3, 2, 1]);
    await games.settle(open);
    const early = approveFunding(admin(), { by, id: open, version: '1', approved: true });
    await expectRejection(early, 'nothing to fund');
  });

  it('a funding is compared with the limit of the token that is sent', async () => {
    const of = (token: string) => (each: string) => (each === token ? 0n : tokens(1_000));
    const needsApproval = async (token: string) =>
      (await read(admin({ fundingApprovalAbove: of(token) }))).funding_approval_needed;
    expect([await needsApproval(FOOTBALL), await needsApproval(wallet(9))]).toEqual([true, false]);
  });

  it('the amount that is sent is compared with the limit: the rest of a reclaimed game', async () => {
    await games.db.raw(
      "update prize_settlements set funding_tx = '0x1', funding_problem = 'taken back', paid = 1, paid_amount = ? where game_id = ?",
      [tokens(130).toString(), game],
    );
    expect(await read()).toMatchObject({ refill_due: tokens(70).toString(), funding_approval_needed: false });
    const { total, refill, vault } = await fund(ANN);
    expect({ total, to: refill?.to }).toEqual({ total: tokens(70).toString(), to: vault });
    expect(await read(admin({ fundingApprovalAbove: () => tokens(70) - 1n }))).toMatchObject({
      funding_approval_needed: true,
    });
  });
});
