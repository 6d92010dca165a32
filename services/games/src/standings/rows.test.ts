import { saveLineup } from '@touchline/api/http/lineups';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { beforeAll, describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE, TEAM } from '../testing/feed-builders.ts';
import { BASE, FIRST, SECOND, setUpStaggeredSuite } from '../testing/staggered-suite.ts';

const { app, games } = setUpStaggeredSuite();
/** Player 85 plays first; 138, 148 and 158 later. */
const [early, late, absent, joiner] = [1, 2, 3, 4].map(wallet) as [string, string, string, string];
let lateTeam: string;

beforeAll(async () => {
  await app.join(early, games.weekly, { captain_id: 85, vice_captain_id: 138 });
  lateTeam = await app.join(late, games.weekly, { captain_id: 138, vice_captain_id: 158 });
  await app.join(absent, games.weekly, { captain_id: 95, vice_captain_id: 148 });
});

/** Reads a leaderboard; formats each row as captain (C or V with name) and number of played starters. */
async function read(who: string | null, game = games.weekly) {
  const data = await app.leaderboard(game, {}, who);
  const words = ({ captain, played }: (typeof data.leaderboard)[number]) =>
    `${captain ? `${captain.vice_captain ? 'V' : 'C'} ${captain.web_name}` : '-'} ${played ?? '-'}`;
  const rows = data.leaderboard.map((row) => [row.wallet_address, words(row)] as const);
  return { rows: Object.fromEntries(rows), me: data.me && words(data.me) };
}

const arm = (id: string, captain_id: number) => {
  const { field, bench } = TEAM;
  const lineup = { formation: '3-4-3' as const, field_players: [...field], bench_players: [...bench] };
  return app
    .as(late)
    .request(saveLineup, { params: { id }, body: { ...lineup, captain_id, vice_captain_id: 158 } });
};

async function started(ofLate: boolean, facts: Record<string, unknown> = { started: true }) {
  for (const fixture of app.feed.fixtures)
    if (fixture.event === 1 && fixture.team_h > 10 === ofLate) Object.assign(fixture, facts);
  await app.feed.publishFixtures();
  await app.publishPoints(1);
}

describe('captain and played starters of a leaderboard', () => {
  it('captains are hidden from everyone before the first kick-off, even after the deadline', async () => {
    for (const now of [BASE, FIRST - 1]) {
      app.clock.now = now;
      for (const who of [null, early, late]) {
        const { rows } = await read(who);
        expect(rows).toEqual({ [early]: '- -', [late]: '- -', [absent]: '- -' });
      }
    }
  });

  it('a captain is public from their own kick-off; before it only the owner sees and may change the captain', async () => {
    app.clock.now = FIRST;
    const rows = { [early]: 'C Player85 0', [late]: '- 0', [absent]: 'C Player95 0' };
    for (const who of [null, early]) expect((await read(who)).rows).toEqual(rows);
    expect(await read(late)).toEqual({ rows, me: 'C Player138 0' });
    const { body } = await app.raw('GET', `/games/${games.weekly}/leaderboard`, null);
    expect(JSON.stringify(body)).not.toMatch(/Player1[345]8/);
    app.clock.now = FIRST + MINUTE;
    await arm(lateTeam, 148);
    expect(await read(late)).toEqual({ rows, me: 'C Player148 0' });
  });

  it('the number of played starters includes only matches that count', async () => {
    app.clock.now = FIRST + HOUR;
    await app.join(joiner, games.weekly, { captain_id: 138, vice_captain_id: 148 });
    for (const id of [85, 105, 20]) app.feed.score(1, id, { minutes: 60 });
    app.feed.score(1, 32, { minutes: 0, cards: 1 });
    app.feed.score(1, 42, { minutes: 0 });
    await started(false);
    const rows = { [early]: 'C Player85 3', [late]: '- 3', [absent]: 'C Player95 3', [joiner]: '- 0' };
    expect((await read(null)).rows).toEqual(rows);
  });

  it('the vice-captain is shown once the captain has missed, but not before their own kick-off', async () => {
    await started(false, { started: true, finished_provisional: true });
    expect(await read(absent)).toMatchObject({ rows: { [absent]: 'C Player95 3' }, me: 'V Player148 3' });
    app.clock.now = SECOND;
    for (const id of [138, 148]) app.feed.score(1, id, { minutes: 10 });
    await started(true);
    expect((await read(null)).rows).toEqual({
      [early]: 'C Player85 5',
      [late]: 'C Player148 5',
      [absent]: 'V Player148 5',
      [joiner]: 'C Player138 2',
    });
  });

  it('the captain of the last gameweek is shown until the next gameweek starts', async () => {
    app.clock.now = BASE;
    const id = await app.join(late, games.season, { captain_id: 138, vice_captain_id: 158 });
    app.clock.now = SECOND + DAY;
    await started(true);
    await arm(id, 148);
    expect(await read(early, games.season)).toMatchObject({ rows: { [late]: 'C Player138 5' } });
  });
});
