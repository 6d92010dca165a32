import { DEFAULT_CALENDAR } from '@touchline/rules/calendar';
import { describe, expect, it } from 'vitest';
import { applyHistory } from '../coefficients/apply-history.ts';
import { createSeasons } from '../football/seasons.ts';
import { findGame } from '../games/games.store.ts';
import { REVIEW_MS, setUpFinalGames, wallet } from '../testing/final-games.ts';

const games = setUpFinalGames();
const ADMIN = wallet(0xad1);

const endReview = () => {
  games.clock.now += REVIEW_MS;
};
const readState = async (game: string) => (await findGame(games.db, game))!.prizes.state;

describe('entries that win nothing', () => {
  it('a suspended or excluded entry is skipped, and the next ones move up', async () => {
    const game = await games.createGame([9, 8, 7, 6, 5, 4, 3]);
    await games.db.raw('update entries set suspended_at = now() where game_id = ? and ordinal = 1', [game]);
    await games.db.raw(
      `update entries set excluded_at = now(), excluded_by = ?, excluded_reason = 'x' where game_id = ? and ordinal = 2`,
      [ADMIN, game],
    );
    await games.settle(game);
    expect(await games.readPrizes(game)).toEqual({ 3: '130', 4: '70' });
  });

  it('only stakes before the start make an entry eligible in a game for stakers', async () => {
    const game = await games.createGame([9, 8, 7, 6, 5, 4, 3], { eligibility: 'STAKERS' });
    const start = Date.parse('2031-08-16Z');
    await games.stake(1, [{ at: start, coefficient: 1050 }]);
    await games.stake(2, [{ at: start - 9, coefficient: 1050 }]);
    await games.stake(3, [
      { at: start - 9, coefficient: 1050 },
      { at: start - 5, coefficient: 1000 },
    ]);
    await games.stake(6, [{ at: start - 9, coefficient: 1100 }]);
    await games.settle(game);
    expect((await findGame(games.db, game))!.prizes.entrants).toBe(2);
    expect(await games.readPrizes(game)).toEqual({ 2: '200' });
  });

  it('a late history computes the prizes of stakers again only if it changes their stakes before the start', async () => {
    await games.db.raw('delete from wallet_coefficients');
    const game = await games.createGame([2, 1], { eligibility: 'STAKERS' });
    const start = Date.parse('2031-08-16Z');
    const deps = { ...games.replica, seasons: createSeasons(games.db, DEFAULT_CALENDAR) };
    const stakes: { at: number; coefficient: number }[] = [];
    const apply = async (at: number) => {
      stakes.push({ at, coefficient: 1050 });
      const steps = stakes
        .toSorted((a, b) => a.at - b.at)
        .map(({ at: time, coefficient }) => ({
          recorded_at: new Date(time).toISOString(),
          coefficient_thousandths: coefficient,
        }));
      const before = (await findGame(games.db, game))!.version;
      await applyHistory(deps, {
        wallet: wallet(2),
        version: stakes.length,
        steps,
        edits: [],
      });
      return (await findGame(games.db, game))!.version - before;
    };
    expect([await apply(start), await apply(start + 1), await apply(start - 1)]).toEqual([0, 0, 1]);
    await games.settle(game);
    expect(await games.readPrizes(game)).toEqual({ 2: '200' });
  });

  it('only wallets with a paid entry of the season, made before the start, are eligible in a game for entrants', async () => {
    const game = await games.createGame([9, 8, 7, 6, 5, 4, 3], { eligibility: 'ENTRANTS' });
    const [paid, cancelled] = [await games.createGame([1, 1, 1, 1, 1]), await games.createGame([1])];
    for (const ordinal of [2, 3, 4]) await games.pay(paid, ordinal, 1);
    await games.pay(cancelled, 1, 1);
    await games.db.raw("update games set status = 'CANCELLED', cancelled_by = 'a test' where id = ?", [
      cancelled,
    ]);
    await games.db.raw(
      "update entries set joined_at = timestamptz '2031-08-17Z' where game_id = ? and ordinal = 3",
      [paid],
    );
    await games.db.raw('update entries set suspended_at = now() where game_id = ? and ordinal = 4', [paid]);
    await games.settle(game);
    expect((await findGame(games.db, game))!.prizes.entrants).toBe(1);
    expect(await games.readPrizes(game)).toEqual({ 2: '200' });
  });

  it('entrants are computed again when the review ends, because their paid entries may be gone', async () => {
    const game = await games.createGame([9, 8], { eligibility: 'ENTRANTS', template: 'WINNER' });
    const cups = [await games.createGame([1, 1]), await games.createGame([1, 1])] as const;
    for (const [index, cup] of cups.entries()) await games.pay(cup, index + 1, 1);
    await games.settle(game);
    expect(await games.readPrizes(game)).toEqual({ 1: '200' });
    await games.db.raw("update games set status = 'CANCELLED', cancelled_by = 'a test' where id = ?", [
      cups[0],
    ]);
    endReview();
    await games.settle(game);
    expect(await readState(game)).toBe('REVIEW');
    expect(await games.readPrizes(game)).toEqual({ 2: '200' });
    expect(await games.findSettlement(game)).toMatchObject({
      proposal: 2,
      review_ends_at: games.clock.now + REVIEW_MS,
    });
    await games.settle(game);
    endReview();
    await games.settle(game);
    expect(await readState(game)).toBe('SETTLED');
    expect(await games.findSettlement(game)).toMatchObject({ proposal: 2, awards: 1 });
  });

  it('an ineligible entry between tied ones does not take a place', async () => {
    const game = await games.createGame([9, 9, 9, 1, 1], { eligibility: 'STAKERS', template: 'WINNER' });
    for (const n of [1, 3]) await games.stake(n, [{ at: 1, coefficient: 1050 }]);
    await games.db.raw('delete from wallet_coefficients where wallet_address <> all(?)', [
      [wallet(1), wallet(3)],
    ]);
    await games.settle(game);
    expect(await games.readPrizes(game)).toEqual({ 1: '100', 3: '100' });
  });

  it('a game without a pool ends without prizes', async () => {
    const game = await games.createGame([2, 1], { guarantee: '0' });
    await games.settle(game);
    endReview();
    await games.settle(game);
    expect(await readState(game)).toBe('NONE');
    expect(await games.findSettlement(game)).toMatchObject({ root: null, awards: 0, total: 0n });
  });
});
