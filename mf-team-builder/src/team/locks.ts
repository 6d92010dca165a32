import type { ParticipationDetails, ParticipationPlayer } from '@touchline/api/http/entries';
import { isLocked, lockTime } from '@touchline/rules/locks';
import { formatWeekdayTime } from '@touchline/ui/format';

type Fixtures = Pick<ParticipationPlayer, 'fixtures'>;

const toLockFixtures = ({ fixtures }: Fixtures) =>
  fixtures.map(({ kickoff_time, started }) => ({
    kickoff: kickoff_time === null ? null : Date.parse(kickoff_time),
    started,
  }));

/**
 * True if the matches in the response lock players for edits from `from`. Between two gameweeks they do not. If gameweeks overlap, the
 * response has the matches of the later one.
 */
const hasLockingMatches = ({ gameweek, edit_gameweek }: ParticipationDetails, from: number) =>
  from > edit_gameweek ? gameweek !== null && gameweek >= from : gameweek === null || gameweek === from;

/**
 * Finds the ids of the players locked at `now` (epoch ms) for edits from a gameweek: locked in the response, which has the locks of the
 * edited gameweek, or kicked off by `now`.
 */
export function findLockedPlayers(team: ParticipationDetails, from: number, now: number): Set<number> {
  const canLock = hasLockingMatches(team, from);
  const locked = team.players.filter(
    (player) =>
      (player.locked && from === team.edit_gameweek) || (canLock && isLocked(toLockFixtures(player), now)),
  );
  return new Set(locked.map(({ id }) => id));
}

/** Returns the time of the next lock after `now`, both in epoch ms; null if no more players will lock. */
export function findNextLock(team: ParticipationDetails, from: number, now: number): number | null {
  if (!hasLockingMatches(team, from)) return null;
  const times = team.players
    .map((player) => lockTime(toLockFixtures(player)))
    .filter((time) => time !== null)
    .filter((time) => time > now);
  return times.length === 0 ? null : Math.min(...times);
}

/** Explains why a player cannot be moved: "Locked: kicked off Sat 15:00". */
export function describeLock(player: Fixtures): string {
  const kickoff = lockTime(toLockFixtures(player));
  return kickoff === null
    ? 'Locked: match has kicked off'
    : `Locked: kicked off ${formatWeekdayTime(kickoff)}`;
}
