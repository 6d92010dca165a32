import { expect, it } from 'vitest';
import { buildScoreBook } from './scores.ts';
import type { FeedPlayer, Season, SeasonFixture, SeasonGameweek } from './season.ts';
import { findMatches } from './team.ts';

const [FORMER, PRESENT] = [10, 20];
const PLAYER = { id: 7, position: 3, team: FORMER };

/** Lists the matches of a player who has changed clubs. The current club plays fixture 1, the former one fixture 2. */
function listMatches(state: Partial<SeasonGameweek>, listed: readonly number[]): number[] {
  const fixtures = [PRESENT, FORMER].map(
    (home, index): SeasonFixture => ({
      id: index + 1,
      gameweek: 5,
      kickoff: 1000 * (index + 1),
      home,
      away: 30 + index,
      started: true,
      over: true,
    }),
  );
  const gameweek = { id: 5, settled: false, data_checked: false, fixtures, ...state } as SeasonGameweek;
  const row = { player: PLAYER.id, points: 2, minutes: 90, cards: 0, bps: 0, bonus: 0 };
  const season = {
    players: new Map([[PLAYER.id, { ...PLAYER, team: PRESENT } as FeedPlayer]]),
    scores: new Map([[5, buildScoreBook(listed.map((fixture) => ({ ...row, fixture })))]]),
  } as unknown as Season;
  return findMatches(season, gameweek, [PLAYER])
    .get(PLAYER.id)!
    .map(({ id }) => id);
}

it('rule 7.10 a player of a checked gameweek has only the matches in which the feed lists them', () => {
  expect(listMatches({ data_checked: true }, [2])).toEqual([2]);
  expect(listMatches({ settled: true }, [2])).toEqual([2]);
  expect(listMatches({ settled: true }, [1, 2])).toEqual([1, 2]);
});

it('rule 7.10 a player without a row in the feed has the matches of the current club', () => {
  expect(listMatches({ settled: true }, [])).toEqual([1]);
});

it('rule 7.10 a player of a gameweek that is not checked also has the matches of the current club', () => {
  expect(listMatches({}, [2])).toEqual([1, 2]);
});
