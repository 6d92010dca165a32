import type { FixtureScoreMessage } from '@touchline/api/events/fpl-relay';
import type { Fixture, Player } from '@touchline/api/http/fpl';
import type { LiveElement } from '../feed/feed.schema.ts';
import { FeedError } from '../feed/feed-error.ts';
import { filterFixtures } from '../football/gameweeks.ts';

/**
 * Maximum share of the known players or fixtures that a response of the same season may lack (game rules 7.9). The league keeps
 * players who leave their club, and postponed fixtures, in its lists. It may remove single ones, for example a duplicate.
 */
const MAX_MISSING_SHARE = 0.05;

/** Returns the missing players if they are too many, or all players of a club, which the league never removes; else none. */
function findMissing(expected: readonly Player[], listed: readonly { id: number }[]): Player[] {
  const ids = new Set(listed.map(({ id }) => id));
  const missing = expected.filter(({ id }) => !ids.has(id));
  const clubs = new Set(expected.filter(({ id }) => ids.has(id)).map(({ team }) => team));
  const lacksClub = missing.some(({ team }) => !clubs.has(team));
  return lacksClub || missing.length > expected.length * MAX_MISSING_SHARE ? missing : [];
}

/** Finds out whether a bootstrap lacks too many of the stored players. */
export function findMissingPlayers(
  before: readonly Player[],
  players: readonly { id: number }[],
): FeedError | null {
  const missing = findMissing(before, players);
  if (missing.length === 0) return null;
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
 * Rejects a live list that lacks too many players of the bootstrap, or one who has minutes or points in the stored list (game
 * rules 7.9). The feed lists every player of the season, also those without a match. If the league removes a player, the
 * bootstrap lacks them too, so the next bootstrap ends the fault. If the live list alone lacks them, it remains rejected, and the
 * gameweek unchecked, until one of the two lists changes.
 * @param players players who were in the season before this poll and still are: the list of a gameweek that ended during an outage
 * lacks those who joined the league later
 * @throws FeedError incomplete
 */
export function assertComplete(
  gameweek: number,
  before: readonly FixtureScoreMessage[],
  elements: readonly { id: number }[],
  players: readonly Player[],
): void {
  const missing = findMissing(players, elements);
  if (missing.length > 0)
    throw new FeedError(
      'incomplete',
      'live',
      `gameweek ${gameweek} lacks ${missing.length} of ${players.length} players`,
    );
  const listed = new Set(elements.map(({ id }) => id));
  const season = new Set(players.map(({ id }) => id));
  const scorer = before.find(
    ({ player, minutes, points }) =>
      (minutes !== 0 || points !== 0) && season.has(player) && !listed.has(player),
  );
  if (scorer)
    throw new FeedError(
      'incomplete',
      'live',
      `gameweek ${gameweek} lacks player ${scorer.player}, who has minutes or points`,
    );
}

/**
 * Rejects the live list of a checked gameweek while a finished match of it has no player with minutes (game rules 7.9). Before a
 * match, too, `explain` has 0 minutes of each player. An abandoned match is not finished.
 * @throws FeedError empty
 */
export function assertPlayed(
  resource: 'live' | 'past',
  gameweek: number,
  fixtures: readonly Fixture[],
  elements: readonly LiveElement[],
): void {
  const lines = elements.flatMap(({ explain }) => explain);
  const played = new Set(
    lines
      .filter(({ stats }) => stats.some(({ identifier, value }) => identifier === 'minutes' && value > 0))
      .map(({ fixture }) => fixture),
  );
  const empty = filterFixtures(fixtures, gameweek).find(({ id, finished }) => finished && !played.has(id));
  if (empty)
    throw new FeedError(
      'empty',
      resource,
      `gameweek ${gameweek} is checked, but no player has minutes in match ${empty.id}`,
    );
}
