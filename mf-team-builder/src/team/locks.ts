import type { ParticipationDetails, ParticipationPlayer } from '@touchline/api/http/entries';
import { isLocked, lockTime } from '@touchline/rules/locks';
import { weekdayAndTime } from '../dates.ts';

type Fixtures = Pick<ParticipationPlayer, 'fixtures'>;

const lockFixtures = ({ fixtures }: Fixtures) =>
  fixtures.map(({ kickoff_time, started }) => ({
    kickoff: kickoff_time === null ? null : Date.parse(kickoff_time),
    started,
  }));

/** Are the matches of the answer those of the gameweek that an edit is for? Between two gameweeks they are not. */
const editsShown = ({ gameweek, edit_gameweek }: ParticipationDetails) =>
  gameweek === null || gameweek === edit_gameweek;

/** Who keeps place and band at `now` (epoch ms): as the server said, and whoever has kicked off since. */
export function lockedPlayers(team: ParticipationDetails, now: number): Set<number> {
  const kickedOff = (player: Fixtures) => editsShown(team) && isLocked(lockFixtures(player), now);
  return new Set(team.players.filter((each) => each.locked || kickedOff(each)).map(({ id }) => id));
}

/** The next instant (epoch ms) after `now` at which one of them locks; null when nobody will. */
export function nextLock(team: ParticipationDetails, now: number): number | null {
  if (!editsShown(team)) return null;
  const ahead = team.players
    .map((player) => lockTime(lockFixtures(player)))
    .filter((time) => time !== null)
    .filter((time) => time > now);
  return ahead.length === 0 ? null : Math.min(...ahead);
}

/** Why he cannot be moved: "Locked: kicked off Sat 15:00". */
export function lockReason(player: Fixtures): string {
  const kickoff = lockTime(lockFixtures(player));
  return kickoff === null
    ? 'Locked: his match has kicked off'
    : `Locked: kicked off ${weekdayAndTime(new Date(kickoff).toISOString())}`;
}
