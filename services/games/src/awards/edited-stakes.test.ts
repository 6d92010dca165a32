import { randomUUID } from 'node:crypto';
import { toInstant } from '@touchline/api/values';
import { DEFAULT_CALENDAR } from '@touchline/rules/calendar';
import { rejection } from '@touchline/service-kit/testing/waiting';
import { afterEach, expect, it } from 'vitest';
import { applyHistory } from '../coefficients/apply-history.ts';
import { createSeasons } from '../football/seasons.ts';
import { findGame } from '../games/games.store.ts';
import { approveSettlement, readSettlement } from '../prizes/settlement-admin.ts';
import { REVIEW_MS, setUpFinalGames, wallet } from '../testing/final-games.ts';

const [ADMIN, SECOND] = [wallet(0xad1), wallet(0xad2)];
const games = setUpFinalGames({ adminWallets: [ADMIN, SECOND] });
const START = Date.parse('2031-08-16Z');
/** The first kick-off of the gameweek. */
const CUT_OFF = Date.parse('2031-08-17Z');

afterEach(() => games.db.raw('delete from wallet_coefficients'));

async function createGame(): Promise<string> {
  const game = await games.createGame([5, 4, 3, 2, 1]);
  const cutOff = new Date(CUT_OFF);
  await games.db.raw('update settled_gameweeks set stake_cut_off = ? where game_id = ?', [cutOff, game]);
  return game;
}

/** Applies the history of a wallet whose stake was edited at `at`, with an effect until `until` (epoch ms). */
const editStake = (n: number, at: number, until: number | null = null) =>
  applyHistory(
    { ...games.replica, seasons: createSeasons(games.db, DEFAULT_CALENDAR) },
    {
      wallet: wallet(n),
      version: 1,
      steps: [],
      edits: [{ at: toInstant(at), admin: ADMIN, until: until === null ? null : toInstant(until) }],
    },
  );

/** Proposes the prizes of a game, and settles them if they need no approval. */
async function endReview(game: string) {
  await games.settle(game);
  games.clock.now += REVIEW_MS;
  await games.settle(game);
  return (await findGame(games.db, game))!.prizes.state;
}

it.each([
  ['a winner', 1],
  ['a rival, who wins nothing with it', 5],
])(
  'an edit of the stake of %s counts as all prizes, and another administrator approves it',
  async (_of, n) => {
    const game = await createGame();
    await editStake(n, CUT_OFF - 1, CUT_OFF);
    expect(await endReview(game)).toBe('REVIEW');
    const admin = { ...games.replica, treasury: wallet(7), fundingApprovalAbove: () => 0n };
    const { settlement } = await readSettlement(admin, game);
    expect(settlement).toMatchObject({
      approval_needed: true,
      corrections: 1,
      moved: `200${'0'.repeat(18)}`,
    });
    const approve = (by: string) =>
      approveSettlement(admin, {
        by: { admin: by, request_id: randomUUID(), reason: 'a test' },
        id: game,
        version: settlement.version,
      });
    expect(await rejection(approve(ADMIN))).toMatchObject({
      code: 'CHANGE_REFUSED',
      message: expect.stringContaining('edited the stake of an entry'),
    });
    await approve(SECOND);
    await games.settle(game);
    expect((await findGame(games.db, game))!.prizes.state).toBe('SETTLED');
  },
);

it.each([
  ['from the first kick-off of the last gameweek on', 1, CUT_OFF, null],
  ['of a wallet without an entry', 6, CUT_OFF - 1, null],
  ['that was unlocked before the game', 1, START - 2, START],
])('an edit of a stake %s needs no approval', async (_which, n, at, until) => {
  const game = await createGame();
  await editStake(n, at, until);
  expect(await endReview(game)).toBe('SETTLED');
  expect(await games.findSettlement(game)).toMatchObject({ corrections: 0, moved: 0n });
});
