import { randomUUID } from 'node:crypto';
import { tokensToWei } from '@touchline/rules/tokens';
import { query } from '@touchline/service-kit/data/database';
import { rejection } from '@touchline/service-kit/testing/waiting';
import { describe, expect, it } from 'vitest';
import { cancelSmallGames, TOO_FEW_ENTRIES } from '../awards/cancel-small-games.ts';
import { gamesEnv } from '../env.ts';
import { coverGames } from '../funding/cover-games.ts';
import { buildPlans, parseLimits, parseTokens } from '../funding/prize-settings.ts';
import { sumPrizeDebts } from '../funding/reserves.store.ts';
import type { ReadReserves } from '../funding/reserves.ts';
import { findGame } from '../games/games.store.ts';
import { FOOTBALL, setUpFinalGames, wallet } from '../testing/final-games.ts';
import { changePrizePlan, readPrizePlan } from './prize-plan.ts';

const games = setUpFinalGames();
const tokens = [
  { address: FOOTBALL, symbol: 'FOOTBALL', decimals: 18 },
  { address: `0x${'d'.repeat(40)}`, symbol: 'WLD', decimals: 18 },
];
const by = { admin: wallet(0xad1), request_id: randomUUID(), reason: 'a test' };
const deps = () => ({ ...games.replica, prizeTokens: tokens });

/** Creates a game without entries that has not started. */
async function createOpenGame(): Promise<string> {
  const id = await games.createGame([]);
  await games.db.raw(
    "update games set settlement = 'PENDING', status = 'UPCOMING', start_time = '2031-09-01Z', end_time = '2031-09-02Z' where id = ?",
    [id],
  );
  return id;
}

const change = (id: string, changes: object, version = '0') =>
  changePrizePlan(deps(), { by, id, version, change: changes });

describe('the prize plan of a game', () => {
  it('a prize plan can be changed before the first entry, with an audit record', async () => {
    const id = await createOpenGame();
    const plan = await change(id, { template: 'WINNER', token: tokens[1]!.address, guarantee: '7' });
    expect(plan.prizes).toMatchObject({ template: 'WINNER', pool: '7', token: { symbol: 'WLD' } });
    expect(plan.closed_because).toContain('WLD');
    const rows = await query(games.db, 'select action, before, after from admin_changes where subject = ?', [
      id,
    ]);
    expect(rows).toMatchObject([
      { action: 'PRIZE_PLAN_CHANGED', after: { template: 'WINNER', token: 'WLD' } },
    ]);
    expect((await rejection(change(id, { guarantee: '8' }))).code).toBe('STALE');
  });

  it.each(["status = 'CANCELLED'", "settlement = 'FINAL'"])(
    'a game with %s does not wait for the reserves',
    async (ended) => {
      const id = await createOpenGame();
      await change(id, { guarantee: '7' });
      await games.db.raw(`update games set ${ended} where id = ?`, [id]);
      expect((await readPrizePlan(deps(), id)).closed_because).toBeNull();
    },
  );

  it.each([
    ['token', { token: `0x${'e'.repeat(40)}` }],
    ['rows', { template: 'FIXED', rows: [{ from: 1, to: 1, amount: '5' }] }],
    ['rows', { rows: [{ from: 1, to: 1, amount: '5' }] }],
    ['commission_bps', { commission_bps: 9_000 }],
    ['guarantee', { guarantee: '9'.repeat(70) }],
  ])('a change with an invalid %s names the field and changes nothing', async (path, changes) => {
    const id = await createOpenGame();
    const before = await readPrizePlan(deps(), id);
    const error = await rejection(change(id, changes));
    expect(error).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ path }] });
    expect(await readPrizePlan(deps(), id)).toEqual(before);
  });

  it('a paid game cannot promise another token than its fee', async () => {
    const id = await createOpenGame();
    await games.db.raw('update games set entry_fee = 5 where id = ?', [id]);
    expect(await rejection(change(id, { token: tokens[1]!.address }))).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [{ path: 'token' }],
    });
  });

  it('a paid game cannot exclude entries from its prizes', async () => {
    const id = await createOpenGame();
    await games.db.raw('update games set entry_fee = 5 where id = ?', [id]);
    expect(await rejection(change(id, { eligibility: 'STAKERS' }))).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [{ path: 'eligibility' }],
    });
  });

  it('a change of a prize plan is PRIZE_PLAN_FIXED after the first entry', async () => {
    const id = await createOpenGame();
    await games.db.raw('update games set participants = 1 where id = ?', [id]);
    expect((await rejection(change(id, { template: 'HALF' }))).code).toBe('PRIZE_PLAN_FIXED');
  });
});

describe('default plans', () => {
  const variables = {
    PRIZES_SEASON: '200000 FOOTBALL TOP',
    PRIZES_WEEKLY: '200 WLD TOP',
    PRIZES_TOURNAMENT: '0 FOOTBALL TOP',
    PRIZE_COMMISSION_BPS: 0,
    PRIZE_MIN_ENTRIES: 2,
    PRIZE_ELIGIBILITY: 'STAKERS',
  } as const;
  const fees = { SEASON: '500', WEEKLY: '0', TOURNAMENT: '10' };

  it('only free games have an eligibility', () => {
    const plans = buildPlans(variables, tokens, fees);
    expect([plans.WEEKLY.eligibility, plans.SEASON.eligibility]).toEqual(['STAKERS', 'ALL']);
    expect(plans.SEASON.guarantee).toBe(`200000${'0'.repeat(18)}`);
  });

  it('CHOOSE-07 a season game guarantees 200,000 FOOTBALL unless the operator decides otherwise', () => {
    const PRIZES_SEASON = gamesEnv.shape.PRIZES_SEASON.parse(undefined);
    const { SEASON } = buildPlans({ ...variables, PRIZES_SEASON }, tokens, fees);
    expect(SEASON).toMatchObject({ guarantee: `200000${'0'.repeat(18)}`, token: { symbol: 'FOOTBALL' } });
  });

  it('a weekly game promises 200 WLD, and nothing where WLD is not a prize token', () => {
    const unset = { ...variables, PRIZES_WEEKLY: undefined };
    const [football, wld] = tokens;
    expect(buildPlans(unset, [football!, wld!], fees).WEEKLY).toMatchObject({
      token: wld,
      guarantee: `200${'0'.repeat(18)}`,
    });
    expect(buildPlans(unset, [football!], fees).WEEKLY).toMatchObject({ token: football, guarantee: '0' });
  });

  it.each([
    ['an unknown token', { PRIZES_WEEKLY: '200 ABC TOP' }, /PRIZES_WEEKLY: ABC is not/],
    ['an amount that is no number', { PRIZES_WEEKLY: 'lots WLD TOP' }, /PRIZES_WEEKLY must begin/],
    ['a fixed table', { PRIZES_WEEKLY: '200 WLD FIXED' }, /PRIZES_WEEKLY must be/],
    ['another token for a paid game', { PRIZES_SEASON: '200 WLD TOP' }, /PRIZES_SEASON: .*token of the fee/],
  ])('%s is rejected with the name of the variable', (_name, changes, message) => {
    expect(() => buildPlans({ ...variables, ...changes }, tokens, fees)).toThrow(message);
  });

  it('a prize token without an address is rejected', () => {
    expect(parseTokens(`WLD=${tokens[1]!.address}, `)).toEqual([tokens[1]]);
    expect(() => parseTokens('WLD=0x12')).toThrow(/PRIZE_TOKENS/);
  });

  it('a limit applies to its token, and to the smallest amount of a token without one', () => {
    const [football, wld] = tokens.map(({ address }) => address);
    const limits = gamesEnv
      .pick({ PRIZE_APPROVAL_ABOVE: true, PRIZE_FUNDING_APPROVAL_ABOVE: true })
      .parse({});
    const read = (text: string) =>
      parseLimits({ ...limits, PRIZE_APPROVAL_ABOVE: text }, 'PRIZE_APPROVAL_ABOVE', tokens);
    expect(read(limits.PRIZE_APPROVAL_ABOVE)(wld!)).toBe(tokensToWei('10'));
    const limit = read('1000.5 FOOTBALL, 7 ABC');
    expect([limit(football!), limit(wld!)]).toEqual([tokensToWei('1000.5'), 0n]);
    for (const wrong of ['1000', '1000 FOOTBALL WLD', 'many FOOTBALL'])
      expect(() => read(wrong)).toThrow(/^PRIZE_APPROVAL_ABOVE must/);
  });
});

describe('games that cannot be played for their prizes', () => {
  it('a game with fewer entries than its minimum is cancelled when joining closes', async () => {
    const id = await games.createGame([3], { min_entries: 2 });
    const enough = await games.createGame([3, 2], { min_entries: 2 });
    const empty = await games.createGame([], { min_entries: 2 });
    await cancelSmallGames(games.replica);
    const read = async (game: string) => (await findGame(games.db, game))!;
    expect(await read(id)).toMatchObject({ status: 'CANCELLED', cancelled_by: TOO_FEW_ENTRIES });
    expect((await read(enough)).status).toBe('COMPLETED');
    expect((await read(empty)).status).toBe('COMPLETED');
  });

  it('a game with a guarantee opens only while the reserves of its token cover all debts', async () => {
    const id = await createOpenGame();
    await change(id, { guarantee: '1000' });
    const isCovered = async () => (await findGame(games.db, id))!.prizes.covered;
    const reserves = (assets: string, owed: string) => ({
      computed_at: '',
      chain_id: 480,
      block: 1,
      covered: false,
      tokens: [{ token: tokens[0]!, balances: [], assets, liabilities: [], owed, ratio: 0 }],
    });
    const open = (readReserves: ReadReserves) =>
      coverGames({ ...games.replica, readReserves, reservesRequired: true });
    expect(await open(async () => reserves('999', '1000'))).toBeGreaterThan(0);
    expect(await isCovered()).toBe(false);
    // Reserves from before the game say nothing about its guarantee.
    await open(async (maxAgeMs) => reserves(maxAgeMs === 0 ? '999' : '1000', '1000'));
    expect(await isCovered()).toBe(false);
    await open(async () => {
      await change(id, { guarantee: '2000' }, '1');
      return reserves('1000', '1000');
    });
    expect(await isCovered()).toBe(false);
    await open(async () => reserves('1000', '1000'));
    expect(await isCovered()).toBe(true);
  });

  it('a game that lost its matches owes its fees, one that was cancelled owes refunds', async () => {
    const fees = async () =>
      (await sumPrizeDebts(games.db, 0)).find(({ token }) => token === FOOTBALL)?.fees ?? 0n;
    const before = await fees();
    const id = await games.createGame([1, 2]);
    for (const ordinal of [1, 2]) await games.pay(id, ordinal, 1000);
    const owed = async () => (await fees()) - before;
    expect(await owed()).toBe(2000n);
    await games.db.raw("update games set status = 'CANCELLED', settlement = 'PENDING' where id = ?", [id]);
    expect(await owed()).toBe(2000n);
    await games.db.raw("update games set cancelled_by = 'an administrator' where id = ?", [id]);
    expect(await owed()).toBe(0n);
  });

  it('guarantees and unpaid prizes are debts of their token', async () => {
    const debts = async () =>
      (await sumPrizeDebts(games.db, 0)).find(({ token }) => token === FOOTBALL) ?? {
        guarantees: 0n,
        prizes: 0n,
      };
    const before = await debts();
    const id = await games.createGame([5, 4, 3, 2, 1], { guarantee: '1000' });
    expect((await debts()).guarantees - before.guarantees).toBe(1000n);
    await games.settle(id);
    games.clock.now += 3_600_000;
    await games.settle(id);
    const after = await debts();
    expect([after.guarantees - before.guarantees, after.prizes - before.prizes]).toEqual([0n, 1000n]);
  });
});
