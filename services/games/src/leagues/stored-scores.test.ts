import {
  excludeParticipation,
  getAdminParticipation,
  updateAdminParticipation,
} from '@touchline/api/http/admin-entries';
import { DEFAULT_CALENDAR } from '@touchline/rules/calendar';
import { query } from '@touchline/service-kit/data/database';
import { adminRequests } from '@touchline/service-kit/testing/admin-requests';
import { eventually } from '@touchline/service-kit/testing/waiting';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSeasons } from '../football/seasons.ts';
import { FakeStaking } from '../testing/fake-staking.ts';
import { DAY, MINUTE, TEAM } from '../testing/feed-builders.ts';
import { ADMIN, setUpHeadToHeadSuite } from '../testing/head-to-head-suite.ts';
import { scoreLeagues } from './score-leagues.ts';

const suite = setUpHeadToHeadSuite(4);
const { app, members } = suite;
const OWNER = members(1)[0]!;
const send = adminRequests(() => app.feed.bus, 'games', ADMIN);

/** Adds points to an entry as an administrator. */
async function correct(id: string, delta: number) {
  const { participation } = await send(getAdminParticipation, { params: { id } });
  const { version, current_points } = participation;
  await send(updateAdminParticipation, {
    params: { id },
    body: { current_points: current_points + delta },
    version,
  });
}

/** Excludes an entry from the standings as an administrator. */
async function exclude(id: string) {
  const { participation } = await send(getAdminParticipation, { params: { id } });
  const body = { reason: 'A second account' };
  await send(excludeParticipation, { params: { id }, body, version: participation.version });
}

interface StoredScores {
  league_id: string;
  gameweek: number;
  game_version: number;
  points: number[];
  goals: number[];
}

const readScores = () =>
  query<StoredScores>(
    app.db,
    'select league_id, gameweek, game_version, points, goals from league_scores order by gameweek',
  );

/** Waits until all scores are stored again at a later version of the game. */
const waitForNextScores = (before: readonly StoredScores[]) =>
  eventually(async () => {
    const scores = await readScores();
    if (scores.some(({ game_version }, at) => game_version <= before[at]!.game_version))
      throw new Error('not stored again');
    return scores.map(({ points, goals }) => ({ points, goals }));
  });

describe('stored scores of head-to-head leagues', () => {
  it('a correction before the gameweek is final moves the result, and a later one does not', async () => {
    const { id, entries } = await suite.createLeague(4);
    await suite.start(1, [9, 8, 7, 6]);
    const { members: drawn } = await suite.waitForDraw(OWNER, id);
    const last = drawn.indexOf(members(4)[3]!);
    await correct(entries[3]!, 20);
    const live = await suite.waitForMatches(
      OWNER,
      id,
      1,
      ({ home, away }) => Math.max(home.points!, away.points!) < 100 && home.points !== away.points,
    );
    const own = live.find(({ home, away }) =>
      [home, away].some((side) => side.wallet_address === drawn[last]),
    )!;
    await suite.finish(1);
    const final = await suite.waitForMatches(OWNER, id, 1);
    const result = final.find(({ home }) => home.wallet_address === own.home.wallet_address)!;
    expect([result.home.points, result.away.points]).toEqual([own.home.points, own.away.points]);
    expect(result.winner).toBe(result.home.wallet_address === drawn[last] ? 'HOME' : 'AWAY');
    const before = await readScores();
    await correct(entries[3]!, -40);
    expect((await suite.fixtures(OWNER, id, { gameweek: '1' })).matches).toEqual(final);
    expect(await readScores()).toEqual(before);
  });

  it('game rule 9.17: a late stake of another wallet changes no score, regardless of what administrators did since', async () => {
    const staking = new FakeStaking(app.natsUrl);
    onTestFinished(() => staking.bus.close());
    const { id, game, entries } = await suite.createLeague(4, { uses_coefficient: true });
    const outsider = members(5)[4]!;
    await app.join(outsider, game);
    await suite.start(1, [9, 8, 7, 6]);
    const { members: drawn } = await suite.waitForDraw(OWNER, id);
    await suite.finish(1);
    const final = await suite.waitForMatches(OWNER, id, 1);
    const before = await readScores();
    app.clock.now += MINUTE;
    await correct(entries[3]!, -40);
    await exclude(entries[2]!);
    const beforeGameweek = app.clock.now - 10 * DAY;
    await staking.stake(outsider, beforeGameweek, 1.25);
    const scored = await waitForNextScores(before);
    expect(scored).toEqual(before.map(({ points, goals }) => ({ points, goals })));
    expect((await suite.fixtures(OWNER, id, { gameweek: '1' })).matches).toEqual(final);
    // The stake of a member changes the score of this member.
    const again = await readScores();
    await staking.stake(OWNER, beforeGameweek, 1.25);
    const owner = drawn.indexOf(OWNER);
    const points = before[0]!.points.map((own, member) => (member === owner ? own * 1.25 : own));
    expect(await waitForNextScores(again)).toEqual([{ points, goals: before[0]!.goals }]);
  });

  it('game rule 9.17: points that the feed corrects after the end are stored again, once', async () => {
    const { id } = await suite.createLeague(4);
    await suite.start(1, [9, 8, 7, 6]);
    await suite.waitForDraw(OWNER, id);
    await suite.finish(1);
    const first = await suite.waitForMatches(OWNER, id, 1);
    app.feed.score(1, TEAM.field[3]!, { points: 15 });
    await app.publishPoints(1);
    const changed = await suite.waitForMatches(OWNER, id, 1, ({ home, away }) =>
      [home.points, away.points].every((points) => !first.some((match) => match.home.points === points)),
    );
    const moved = changed.find(({ home, away }) =>
      [home, away].some(({ wallet_address }) => wallet_address === members(4)[3]),
    )!;
    expect(moved.winner).toBe(moved.home.wallet_address === members(4)[3] ? 'HOME' : 'AWAY');
    expect(await readScores()).toHaveLength(1);
  });

  it('scores stored by several replicas, or again after a crash, are the same', async () => {
    const { id } = await suite.createLeague(4);
    await suite.start(1, [9, 8, 7, 6]);
    await suite.waitForDraw(OWNER, id);
    await suite.finish(1);
    await suite.waitForMatches(OWNER, id, 1);
    const stored = await readScores();
    const run = () => {
      const deps = { db: app.db, seasons: createSeasons(app.db, DEFAULT_CALENDAR) };
      return scoreLeagues(deps, new AbortController().signal);
    };
    await app.db.raw('delete from league_gameweeks');
    await Promise.all([run(), run(), run()]);
    expect(await readScores()).toEqual(stored);
    await app.db.raw('delete from league_gameweeks; delete from league_scores');
    await Promise.all([run(), run(), run()]);
    expect(await readScores()).toEqual(stored);
  });
});
