import { describe, expect, it } from 'vitest';
import { countingFixtures, countsForEntry, fixturesByPlayer } from './counting.ts';
import { buildScoreBook } from './scores.ts';

const period = { start: 1000, end: 5000, joined_at: 2000 };
const fixture = (id: number, kickoff: number | null, home = id * 2, away = id * 2 + 1) => ({
  id,
  kickoff,
  home,
  away,
  over: false,
});

describe('countsForEntry', () => {
  it.each<[string, number | null, number, boolean]>([
    ['before the entry joined', 1999, 2000, false],
    ['at the time of joining', 2000, 2000, true],
    ['before the game, joined earlier', 999, 0, false],
    ['at the start of the game, joined earlier', 1000, 0, true],
    ['at the end of the game', 5000, 0, true],
    ['after the end of the game', 5001, 0, false],
    ['not scheduled', null, 0, false],
  ])('a kick-off %s counts or not as specified', (_title, kickoff, joined_at, expected) => {
    expect(countsForEntry(kickoff, { ...period, joined_at })).toBe(expected);
  });

  it('only the remaining matches count for a late joiner', () => {
    const fixtures = [fixture(1, 1000), fixture(2, 2500), fixture(3, 4000), fixture(4, null)];
    expect(countingFixtures(fixtures, period).map((each) => each.id)).toEqual([2, 3]);
  });
});

describe('fixturesByPlayer', () => {
  const counting = countingFixtures([fixture(1, 2500, 10, 20), fixture(2, 3000, 30, 10)], period);

  it('each player has the fixtures of the club', () => {
    const clubs = new Map([
      [1, 10],
      [2, 20],
      [3, 99],
    ]);
    const ids = [...fixturesByPlayer(clubs, counting, new Map())].map(([id, own]) => [
      id,
      own.map((each) => each.id),
    ]);
    expect(ids).toEqual([
      [1, [1, 2]],
      [2, [1]],
      [3, []],
    ]);
  });

  it('a player who has changed clubs also has the fixtures in which the feed lists them', () => {
    const row = { fixture: 2, player: 1, points: 2, minutes: 90, cards: 0, bps: 0, bonus: 0 };
    const own = fixturesByPlayer(new Map([[1, 77]]), counting, buildScoreBook([row])).get(1);
    expect(own?.map((each) => each.id)).toEqual([2]);
  });
});
