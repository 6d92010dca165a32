import type { ParticipationDetails, ParticipationPlayer } from '@touchline/api/http/entries';
import { isLocked, lockTime } from '@touchline/rules/locks';
import { formatWeekdayTime } from '@touchline/ui/format';

type Fixtures = Pick<ParticipationPlayer, 'fixtures'>;

const toLockFixtures = ({ fixtures }: Fixtures) =>
  fixtures.map(({ kickoff_time, started }) => ({
    kickoff: kickoff_time === null ? null : Date.parse(kickoff_time),
    started,
  }));

/** True if the matches in the response belong to the gameweek that an edit applies to. Between two gameweeks they do not. */
const isShownGameweekEditable = ({ gameweek, edit_gameweek }: ParticipationDetails) =>
  gameweek === null || gameweek === edit_gameweek;

/** Finds the ids of the players locked at `now` (epoch ms): locked in the response, or kicked off since it was sent. */
export function findLockedPlayers(team: ParticipationDetails, now: number): Set<number> {
  const hasKickedOff = (player: Fixtures) =>
    isShownGameweekEditable(team) && isLocked(toLockFixtures(player), now);
  return new Set(team.players.filter((player) => player.locked || hasKickedOff(player)).map(({ id }) => id));
}

/** Returns the time of the next lock after `now`, both in epoch ms; null if no more players will lock. */
export function findNextLock(team: ParticipationDetails, now: number): number | null {
  if (!isShownGameweekEditable(team)) return null;
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
