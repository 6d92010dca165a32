import { plural } from '@touchline/api/format';
import { countsForEntry } from '@touchline/rules/counting';
import type { Season, SeasonFixture, SeasonGameweek } from '@touchline/rules/season';
import { type Note, TIME_LEFT } from './fact.ts';
import type { NotifiedTeam } from './teams.store.ts';

/** Reasons why a player cannot play, by the feed's status. */
const UNAVAILABLE: Readonly<Record<string, string>> = {
  i: 'injured',
  s: 'suspended',
  u: 'unavailable',
  n: 'not eligible',
};
const DOUBTFUL = 'd';
/** A notification shows a few lines only. */
const [MAX_LINES, MAX_NAMES] = [3, 4];

/** Explains why a player cannot play in a gameweek; null if they can. */
export function findAbsence(season: Season, gameweek: SeasonGameweek, id: number): string | null {
  const player = getPlayer(season, id);
  const reason = UNAVAILABLE[player.status];
  if (reason) return reason;
  const hasMatch = gameweek.fixtures.some(({ home, away }) => home === player.team || away === player.team);
  return hasMatch ? null : 'no match';
}

/**
 * "Deadline in 2 hours: Gameweek 12", with a line per team on players who are doubtful or cannot play. Its message must expire at the
 * first kick-off.
 */
export function describeDeadline(
  season: Season,
  gameweek: SeasonGameweek,
  teams: readonly NotifiedTeam[],
): Note | null {
  if (teams.length === 0) return null;
  const lines = teams.map((team) => {
    const absent = team.field.filter((id) => findAbsence(season, gameweek, id));
    const doubtful = team.field.filter(
      (id) => !absent.includes(id) && getPlayer(season, id).status === DOUBTFUL,
    );
    const states = [
      doubtful.length > 0 ? `${countPlayers(doubtful)} doubtful (${listNames(season, doubtful)})` : null,
      absent.length > 0 ? `${absent.length} of your players can't play (${listNames(season, absent)})` : null,
    ].filter((state) => state !== null);
    return states.length > 0 ? `${team.team_name}: ${states.join(', ')}.` : null;
  });
  const problems = lines.filter((line) => line !== null);
  const body = problems.length > 0 ? cutLines(problems) : 'All players of your lineup are available.';
  return {
    title: `Deadline in ${TIME_LEFT}: ${gameweek.name}`,
    body,
    url: buildUrl(teams),
  };
}

interface Absences {
  /** By player. */
  reasons: ReadonlyMap<number, string>;
  /** Players who were not reported before. */
  changed: ReadonlySet<number>;
  /** End of the sentence "Change your lineup before …". */
  until: string;
}

/**
 * Lists all starters who cannot play, because the notification replaces the one before; null if none of them is among `changed`.
 */
export function describeAbsences(
  season: Season,
  gameweek: SeasonGameweek,
  { reasons, changed, until }: Absences,
  teams: readonly NotifiedTeam[],
): Note | null {
  if (!teams.some(({ field }) => field.some((id) => changed.has(id)))) return null;
  const isAbsent = (id: number) => reasons.has(id);
  const concerned = teams.filter(({ field }) => field.some(isAbsent));
  const players = [...new Set(concerned.flatMap(({ field }) => field.filter(isAbsent)))];
  const names = players.map((id) => `${getName(season, id)} (${reasons.get(id)})`);
  return {
    title: `${players.length === 1 ? 'A starter' : `${players.length} starters`} can't play in ${gameweek.name}`,
    body: `${cutList(names)}. Change your lineup before ${until}.`,
    url: buildUrl(concerned),
  };
}

/** Describes the kick-off of a match in which captains of the teams play; null without one for whose team the match counts. */
export function describeKickOff(
  season: Season,
  fixture: SeasonFixture,
  teams: readonly NotifiedTeam[],
): Note | null {
  const clubs = [fixture.home, fixture.away];
  const concerned = teams.filter(
    (team) =>
      clubs.includes(getPlayer(season, team.captain_id).team) && countsForEntry(fixture.kickoff, team),
  );
  if (concerned.length === 0) return null;
  const captains = [...new Set(concerned.map(({ captain_id }) => captain_id))];
  return {
    title: `Kick-off: ${formatFixture(season, fixture)}`,
    body:
      captains.length === 1
        ? `Your captain, ${listNames(season, captains)}, scores double points.`
        : `Your captains, ${listNames(season, captains)}, score double points.`,
    url: buildUrl(concerned),
  };
}

/** Describes a goal by a player of the teams; null without a team for which the match counts. */
export function describeGoal(
  season: Season,
  fixture: SeasonFixture,
  scorer: number,
  teams: readonly NotifiedTeam[],
): Note | null {
  const concerned = teams.filter(
    (team) =>
      (team.field.includes(scorer) || team.bench.includes(scorer)) && countsForEntry(fixture.kickoff, team),
  );
  if (concerned.length === 0) return null;
  const name = getName(season, scorer);
  const isStarter = concerned.some(({ field }) => field.includes(scorer));
  const isCaptain = concerned.some(({ captain_id }) => captain_id === scorer);
  const role = isCaptain
    ? 'Your captain scored'
    : isStarter
      ? 'Your player scored'
      : 'Your bench player scored';
  return {
    title: `Goal! ${name}`,
    body: `${role} in ${formatFixture(season, fixture)} (${cutList(concerned.map(({ team_name }) => team_name))}).`,
    url: buildUrl(concerned),
  };
}

const buildUrl = (teams: readonly NotifiedTeam[]) =>
  teams.length === 1 ? `/team-view/${teams[0]!.participation_id}` : '/my-team';

/** Finds a player of a team. Players who left the feed are still in the season. */
const getPlayer = (season: Season, id: number) => season.players.get(id)!;
const getName = (season: Season, id: number) => getPlayer(season, id).web_name;
const listNames = (season: Season, ids: readonly number[]) => cutList(ids.map((id) => getName(season, id)));

const countPlayers = ({ length }: readonly number[]) =>
  length === 1 ? '1 of your players is' : `${length} of your players are`;

const cutList = (texts: readonly string[]) =>
  texts.length <= MAX_NAMES
    ? texts.join(', ')
    : `${texts.slice(0, MAX_NAMES).join(', ')} and ${texts.length - MAX_NAMES} more`;

const cutLines = (lines: readonly string[]) =>
  lines.length <= MAX_LINES
    ? lines.join('\n')
    : [...lines.slice(0, MAX_LINES), `And ${plural(lines.length - MAX_LINES, 'more team')}.`].join('\n');

function formatFixture({ clubs }: Season, { home, away }: SeasonFixture): string {
  const name = (id: number) => clubs.get(id)?.short_name ?? '?';
  return `${name(home)} v ${name(away)}`;
}
