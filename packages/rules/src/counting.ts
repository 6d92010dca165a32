import type { ScoreBook } from './scores.ts';

/** A fixture of one gameweek; kick-off in epoch ms, null while it is not scheduled. */
export interface GameweekFixture {
  id: number;
  kickoff: number | null;
  home: number;
  away: number;
  /** `finished || finished_provisional` of the feed. */
  over: boolean;
}

/** A fixture that counts for an entry; it always has a kick-off. */
export interface CountingFixture {
  id: number;
  kickoff: number;
  over: boolean;
}

/** Decides which fixtures count for an entry: period of the game and time of joining, epoch ms. */
export interface EntryPeriod {
  start: number;
  end: number;
  joined_at: number;
}

/** Whether a fixture with this kick-off counts for the entry; both ends are inclusive (game rules 3). */
export function countsForEntry(kickoff: number | null, period: EntryPeriod): kickoff is number {
  return kickoff !== null && kickoff >= Math.max(period.start, period.joined_at) && kickoff <= period.end;
}

/** The fixtures of the gameweek that count for the entry; a late joiner sees "7 of 10 matches still count". */
export function countingFixtures<F extends GameweekFixture>(
  fixtures: readonly F[],
  period: EntryPeriod,
): (F & CountingFixture)[] {
  return fixtures.filter((fixture): fixture is F & CountingFixture =>
    countsForEntry(fixture.kickoff, period),
  );
}

/**
 * The counting fixtures of each player: those of the player's club, and any in which the feed lists the player, who may
 * have changed clubs. A player without any is a blank.
 * @param clubs club of each player, with the ids of `home` and `away`.
 */
export function fixturesByPlayer(
  clubs: ReadonlyMap<number, number>,
  counting: readonly (GameweekFixture & CountingFixture)[],
  scores: ScoreBook,
): Map<number, CountingFixture[]> {
  const result = new Map<number, CountingFixture[]>();
  for (const [player, club] of clubs) {
    const listed = new Set(scores.get(player)?.map((score) => score.fixture));
    result.set(
      player,
      counting.filter(({ id, home, away }) => home === club || away === club || listed.has(id)),
    );
  }
  return result;
}
