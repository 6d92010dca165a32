import type { FixtureScoreMessage } from '@touchline/api/events/fpl-relay';
import type { Fixture, Player } from '@touchline/api/http/fpl';
import { FeedError } from '../feed/feed-error.ts';

/**
 * Maximum share of the stored players or fixtures that a response of the same season may lack (game rules 7.9). The league keeps players who
 * leave their club, and postponed fixtures, in its lists. It may remove single ones, for example a duplicate.
 */
const MAX_MISSING_SHARE = 0.05;

/** Finds out whether too many of the stored players are missing, or all players of a club, which the league never removes. */
export function findMissingPlayers(
  before: readonly Player[],
  players: readonly { id: number }[],
): FeedError | null {
  const ids = new Set(players.map(({ id }) => id));
  const missing = before.filter(({ id }) => !ids.has(id));
  const clubs = new Set(before.filter(({ id }) => ids.has(id)).map(({ team }) => team));
  const lacksClub = missing.some(({ team }) => !clubs.has(team));
  if (!lacksClub && missing.length <= before.length * MAX_MISSING_SHARE) return null;
  return new FeedError(
    'incomplete',
    'bootstrap',
    `lacks ${missing.length} of ${before.length} stored players`,
  );
}

/** Finds out whether too many of the stored fixtures are missing. */
export function findMissingFixtures(
  before: readonly Fixture[],
  fixtures: readonly Fixture[],
): FeedError | null {
  const codes = new Set(fixtures.map(({ code }) => code));
  const missing = before.filter(({ code }) => !codes.has(code));
  if (missing.length <= before.length * MAX_MISSING_SHARE) return null;
  return new FeedError(
    'incomplete',
    'fixtures',
    `lacks ${missing.length} of ${before.length} stored fixtures`,
  );
}

/**
 * Rejects a live list without a player of the bootstrap who has minutes or points in the stored list (game rules 7.9). If the
 * league removes a player, the bootstrap lacks them too, so the next bootstrap ends the fault. If the live list alone lacks
 * them, it remains rejected, and the gameweek unchecked, until one of the two lists changes.
 * @param players the players of the latest bootstrap
 * @throws FeedError incomplete
 */
export function assertKeepsScores(
  gameweek: number,
  before: readonly FixtureScoreMessage[],
  elements: readonly { id: number }[],
  players: readonly { id: number }[],
): void {
  const listed = new Set(elements.map(({ id }) => id));
  const season = new Set(players.map(({ id }) => id));
  const missing = before.find(
    ({ player, minutes, points }) =>
      (minutes !== 0 || points !== 0) && season.has(player) && !listed.has(player),
  );
  if (missing)
    throw new FeedError(
      'incomplete',
      'live',
      `gameweek ${gameweek} lacks player ${missing.player}, who has minutes or points`,
    );
}
