import type { ParticipationDetails, ParticipationPlayer } from '@touchline/api/http/entries';
import { isLocked, lockTime } from '@touchline/rules/locks';
import { formatWeekdayTime } from '@touchline/ui/format';

type Fixtures = Pick<ParticipationPlayer, 'fixtures'>;

const toLockFixtures = ({ fixtures }: Fixtures) =>
  fixtures.map(({ kickoff_time, started }) => ({
    kickoff: kickoff_time === null ? null : Date.parse(kickoff_time),
    started,
  }));

/** Whether the response's matches belong to the gameweek that an edit applies to; between two gameweeks they do not. */
const editsShownGameweek = ({ gameweek, edit_gameweek }: ParticipationDetails) =>
  gameweek === null || gameweek === edit_gameweek;

/** Ids of the players who are locked at `now` (epoch ms): by the server's answer, or because they have kicked off since. */
export function findLockedPlayers(team: ParticipationDetails, now: number): Set<number> {
  const kickedOff = (player: Fixtures) => editsShownGameweek(team) && isLocked(toLockFixtures(player), now);
  return new Set(team.players.filter((player) => player.locked || kickedOff(player)).map(({ id }) => id));
}

/** When the next player locks after `now`, both epoch ms; null if none will. */
export function findNextLock(team: ParticipationDetails, now: number): number | null {
  if (!editsShownGameweek(team)) return null;
  const times = team.players
    .map((player) => lockTime(toLockFixtures(player)))
    .filter((time) => time !== null)
    .filter((time) => time > now);
  return times.length === 0 ? null : Math.min(...times);
}

/** Why a player cannot be moved: "Locked: kicked off Sat 15:00". */
export function describeLock(player: Fixtures): string {
  const kickoff = lockTime(toLockFixtures(player));
  return kickoff === null
    ? 'Locked: his match has kicked off'
    : `Locked: kicked off ${formatWeekdayTime(kickoff)}`;
}
