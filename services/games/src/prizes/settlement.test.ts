import { createHash, randomUUID } from 'node:crypto';
import {
  excludeParticipation,
  getAdminParticipation,
  updateAdminParticipation,
} from '@touchline/api/http/admin-entries';
import { getPrizePlan, getSettlement } from '@touchline/api/http/admin-prizes';
import { teamCard } from '@touchline/api/http/leaderboard';
import { myPrizes } from '@touchline/api/http/prizes';
import { gameResultMine, listResults } from '@touchline/api/http/results';
import { buildPrizeTree, prizeGameKey } from '@touchline/contracts/prize-tree';
import { tokensToWei } from '@touchline/rules/tokens';
import { verifyResult } from '@touchline/rules/verify-result';
import { requestOwner } from '@touchline/service-kit/administration/owner-requests';
import { eventually, rejection } from '@touchline/service-kit/testing/waiting';
import type { Address, Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { FakeStaking } from '../testing/fake-staking.ts';
import { DAY, TEAM } from '../testing/feed-builders.ts';
import { setUpGamesSuite } from '../testing/games-suite.ts';
import { ADMIN, NOW, player, readPrizes, startPrizeSuite, VAULT } from '../testing/prize-suite.ts';

const app = setUpGamesSuite((dependencies) => startPrizeSuite(dependencies), 'test');

const by = (admin = ADMIN) => ({ admin, request_id: randomUUID() });
const wei = (tokens: string) => tokensToWei(tokens).toString();

/** Six entries: captains 10 and 9 lead, and the entries with captain 8 tie. */
async function playGame() {
  const { id } = await app.game('WEEKLY', 1);
  const entries = await app.enter(id, [10, 9, 8, 8, 1, 0]);
  await app.playWeek();
  return { id, entries };
}

const hashes = {
  sha256: async (text: string) => createHash('sha256').update(text).digest('hex'),
  computeGameKey: prizeGameKey,
  computeRoot: async (leaves: readonly { index: number; account: string; amount: bigint }[]) => {
    const tree = await buildPrizeTree(
      leaves.map(({ index, account, amount }) => ({
        chainId: 480n,
        vault: VAULT as Address,
        game: key,
        index: BigInt(index),
        account: account as Address,
        amount,
      })),
    );
    return tree.root;
  },
};
let key: Hex = '0x';

describe('prizes of a final game', () => {
  it('prizes are proposed, reviewed and frozen once, and the result document verifies', async () => {
    const { id } = await playGame();
    const reviewed = await app.waitForPrizes(id, 'REVIEW');
    expect(reviewed.prizes).toMatchObject({ pool: wei('200'), places_paid: 2, first_prize: wei('130') });
    expect((await readPrizes(app, id)).review_ends_at).not.toBeNull();
    app.endReview();
    await app.waitForPrizes(id, 'SETTLED');
    const { document, gameweeks, entries } = await app.readResult(id);
    expect(document).toMatchObject({ entries: 6, entrants: 6, prizes: 2, total: wei('200'), vault: VAULT });
    expect(entries.map(({ rank, amount }) => [rank, amount])).toEqual([
      [1, wei('130')],
      [2, wei('70')],
      [3, '0'],
      [3, '0'],
      [5, '0'],
      [6, '0'],
    ]);
    key = prizeGameKey(id);
    expect(await verifyResult(document, gameweeks, entries, hashes)).toMatchObject({ differences: [] });
    const { prizes } = await app.as(player(0)).request(myPrizes);
    expect(prizes).toMatchObject([{ amount: wei('130'), rank: 1, state: 'DUE', claim: null }]);
    const readMine = (n: number) => app.as(player(n)).request(gameResultMine, { params: { id } });
    expect(await readMine(0)).toEqual({ entry: entries[0], prize: prizes[0] });
    expect(await readMine(2)).toEqual({ entry: entries[2], prize: null });
    expect(await readMine(6)).toEqual({ entry: null, prize: null });
    const { results } = await app.as(null).request(listResults, { query: {} });
    expect(results).toMatchObject([
      { game_id: id, state: 'SETTLED', prizes: 2, podium: [{ rank: 1 }, { rank: 2 }] },
    ]);
  });

  it('a result verifies although a match was abandoned, with the vice-captain’s points instead of the captain’s', async () => {
    const { id } = await app.game('WEEKLY', 1);
    await app.enter(id, [10, 9, 8, 8, 1, 0]);
    await app.kickOff(1);
    app.feed.playAll(1);
    for (const absent of TEAM.field.slice(8, 10)) app.feed.score(1, absent, { minutes: 0 });
    // The feed awards no bonus, neither here nor in the abandoned match.
    app.feed.score(1, TEAM.field[10]!, { bps: 30 });
    await app.publishPoints(1);
    app.clock.now += DAY;
    await app.checkGameweek(1, 106);
    await app.waitForPrizes(id, 'REVIEW');
    app.endReview();
    await app.waitForPrizes(id, 'SETTLED');
    const { document, gameweeks, entries } = await app.readResult(id);
    expect(entries.map(({ gameweeks: [gameweek] }) => gameweek?.points)).toEqual(Array(6).fill(24));
    key = prizeGameKey(id);
    expect(await verifyResult(document, gameweeks, entries, hashes)).toMatchObject({ differences: [] });
  });

  it('a team card has the prize only after the settlement, and null for a team without one', async () => {
    const { id } = await playGame();
    await app.waitForPrizes(id, 'REVIEW');
    const { leaderboard } = await app.leaderboard(id);
    const readPrize = async (place: number) => {
      const params = { id: leaderboard[place]!.participation_id };
      return (await app.as(null).request(teamCard, { params })).prize;
    };
    expect(await readPrize(1)).toBeNull();
    app.endReview();
    await app.waitForPrizes(id, 'SETTLED');
    await eventually(async () => expect(await readPrize(1)).toBe(wei('70')));
    expect(await readPrize(2)).toBeNull();
  });

  it('ranks equal those of the leaderboard', async () => {
    const { id } = await playGame();
    await app.waitForPrizes(id, 'REVIEW');
    app.endReview();
    await app.waitForPrizes(id, 'SETTLED');
    const { leaderboard } = await app.leaderboard(id);
    const entries = await app.readEntries(id);
    const ranks = Object.fromEntries(entries.map(({ participation_id, rank }) => [participation_id, rank]));
    for (const row of leaderboard) expect(ranks[row.participation_id]).toBe(row.rank);
    expect((await app.readEntries(id, '?cursor=4')).map(({ ordinal }) => ordinal)).toEqual([5, 6]);
    const byRank = entries.toSorted((a, b) => a.rank! - b.rank! || a.ordinal - b.ordinal);
    expect(await app.readEntries(id, '?sort_by=rank')).toEqual(byRank);
    expect(await app.readEntries(id, '?sort_by=rank&cursor=4')).toEqual(byRank.slice(4));
  });

  it('a correction in the review starts it again and shows the differences', async () => {
    const { id, entries } = await playGame();
    await app.waitForPrizes(id, 'REVIEW');
    const first = await requestOwner(app.feed.bus, 'games', getSettlement, { params: { id }, by: by() });
    app.clock.now += 1_000;
    const { participation } = await requestOwner(app.feed.bus, 'games', getAdminParticipation, {
      params: { id: entries[5]! },
      by: by(),
    });
    await requestOwner(app.feed.bus, 'games', updateAdminParticipation, {
      params: { id: entries[5]! },
      query: { reason: 'a test' },
      body: { current_points: 5_000 },
      version: participation.version,
      by: by(),
    });
    const after = await waitForProposal(id, first.settlement.version);
    expect(after.settlement).toMatchObject({ corrections: 1, moved: wei('130'), approval_needed: true });
    expect(after.settlement.review_ends_at! > first.settlement.review_ends_at!).toBe(true);
    expect(after.differences.map(({ rank_before, rank_after }) => [rank_before, rank_after])).toContainEqual([
      1, 2,
    ]);
  });

  it('a stake in time whose event arrives in the review moves prizes, and nothing after the settlement', async () => {
    const staking = new FakeStaking(app.natsUrl);
    try {
      const { id } = await playGame();
      await app.waitForPrizes(id, 'REVIEW');
      const read = () => requestOwner(app.feed.bus, 'games', getSettlement, { params: { id }, by: by() });
      const { version } = (await read()).settlement;
      // A stake after the kick-off moves no points, so the review continues.
      await staking.stake(player(2), app.clock.now, 1.25);
      await staking.stake(player(1), NOW, 1.25);
      await waitForProposal(id, version);
      app.endReview();
      await app.waitForPrizes(id, 'SETTLED');
      const winners = async () =>
        (await app.leaderboard(id)).leaderboard.slice(0, 2).map(({ wallet_address }) => wallet_address);
      expect(await winners()).toEqual([player(1), player(0)]);
      await staking.stake(player(0), NOW, 1.25);
      expect(await winners()).toEqual([player(1), player(0)]);
      const { document, gameweeks, entries } = await app.readResult(id);
      expect(entries.slice(0, 2).map(({ rank }) => rank)).toEqual([2, 1]);
      key = prizeGameKey(id);
      expect(await verifyResult(document, gameweeks, entries, hashes)).toMatchObject({ differences: [] });
    } finally {
      await staking.bus.close();
    }
  });

  it('a correction or an exclusion of a settled game is PRIZES_SETTLED', async () => {
    const { id, entries } = await playGame();
    await app.waitForPrizes(id, 'REVIEW');
    app.endReview();
    await app.waitForPrizes(id, 'SETTLED');
    const { participation } = await requestOwner(app.feed.bus, 'games', getAdminParticipation, {
      params: { id: entries[0]! },
      by: by(),
    });
    const input = { params: { id: entries[0]! }, version: participation.version, by: by() };
    const edit = requestOwner(app.feed.bus, 'games', updateAdminParticipation, {
      ...input,
      query: { reason: 'a test' },
      body: { current_points: 1 },
    });
    expect((await rejection(edit)).code).toBe('PRIZES_SETTLED');
    const exclude = requestOwner(app.feed.bus, 'games', excludeParticipation, {
      ...input,
      body: { reason: 'a test' },
    });
    expect((await rejection(exclude)).code).toBe('PRIZES_SETTLED');
  });

  it('a plan is fixed by the first entry', async () => {
    const { id } = await app.game('WEEKLY', 1);
    const { plan } = await requestOwner(app.feed.bus, 'games', getPrizePlan, { params: { id }, by: by() });
    expect(plan.fixed).toBe(false);
    await app.enter(id, [1]);
    const after = await requestOwner(app.feed.bus, 'games', getPrizePlan, { params: { id }, by: by() });
    expect(after.plan.fixed).toBe(true);
  });
});

/** Waits for a proposal after the one with this version. */
async function waitForProposal(id: string, before: string) {
  return eventually(async () => {
    const now = await requestOwner(app.feed.bus, 'games', getSettlement, { params: { id }, by: by() });
    expect(now.settlement.version).not.toBe(before);
    return now;
  });
}
