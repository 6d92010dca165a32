import type { ScoreBook } from './scores.ts';

/** A fixture of one gameweek; kick-off in epoch ms, null while it is not scheduled. */
export interface GameweekFixture {
  id: number;
  kickoff: number | null;
  home: number;
  away: number;
  /** `finished || finished_provisional` of the feed, or its gameweek is checked. */
  over: boolean;
}

/** A fixture that counts for an entry; it always has a kick-off. */
export interface CountingFixture {
  id: number;
  kickoff: number;
  over: boolean;
}

/** Start and end of a game (epoch ms). */
export interface GamePeriod {
  start: number;
  end: number;
}

/** The period that decides which fixtures count for an entry: that of the game, from the time of joining on (epoch ms). */
export interface EntryPeriod extends GamePeriod {
  joined_at: number;
}

/** Reports whether a fixture with this kick-off counts for the entry; both ends are inclusive (game rules 3). */
export function countsForEntry(kickoff: number | null, period: EntryPeriod): kickoff is number {
  return kickoff !== null && kickoff >= Math.max(period.start, period.joined_at) && kickoff <= period.end;
}

/** Returns the fixtures of the gameweek that count for the entry. */
export function countingFixtures<F extends GameweekFixture>(
  fixtures: readonly F[],
  period: EntryPeriod,
): (F & CountingFixture)[] {
  return fixtures.filter((fixture): fixture is F & CountingFixture =>
    countsForEntry(fixture.kickoff, period),
  );
}

/**
 * Returns the fixtures of each player: those of the player's club, and fixtures in which the feed lists the player, who may have
 * changed clubs (game rule 7.10). A player without fixtures is a blank.
 * @param clubs current club of each player, with the same ids as `home` and `away`
 * @param fixtures for points, those that count (`countingFixtures`)
 * @param checked the scores are complete, so a listed player has no other fixtures
 */
export function fixturesByPlayer<F extends Pick<GameweekFixture, 'id' | 'home' | 'away'>>(
  clubs: ReadonlyMap<number, number>,
  fixtures: readonly F[],
  scores: ScoreBook,
  checked = false,
): Map<number, F[]> {
  const result = new Map<number, F[]>();
  for (const [player, club] of clubs) {
    const listed = new Set(scores.get(player)?.map((score) => score.fixture));
    const hasClubFixtures = !checked || listed.size === 0;
    result.set(
      player,
      fixtures.filter(
        ({ id, home, away }) => listed.has(id) || (hasClubFixtures && (home === club || away === club)),
      ),
    );
  }
  return result;
}
