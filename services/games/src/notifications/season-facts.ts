import type { NotificationKind } from '@touchline/api/http/notifications';
import { HOUR_MS, MINUTE_MS } from '@touchline/rules/calendar';
import { isLocked } from '@touchline/rules/locks';
import { hasStarted, type Season, type SeasonFixture, type SeasonGameweek } from '@touchline/rules/season';
import { type Database, query } from '@touchline/service-kit/data/database';
import type { Fact, Note } from './fact.ts';
import { describeAbsences, describeDeadline, describeGoal, describeKickOff, findAbsence } from './notes.ts';
import { type NotifiedTeam, readTeams } from './teams.store.ts';

/** Reminders before the first kick-off of a gameweek, longest first. A reminder is due until the next one is. */
const REMINDERS = [
  { kind: 'DEADLINE_24H', lead: 24 * HOUR_MS },
  { kind: 'DEADLINE_2H', lead: 2 * HOUR_MS },
  { kind: 'DEADLINE_30M', lead: 30 * MINUTE_MS },
] as const;

/** Absences are reported from this long before the first kick-off of a gameweek until its last. */
const ABSENCE_LEAD_MS = 72 * HOUR_MS;
/** Time after which the message of a kick-off or goal expires. */
const LATE_MS = 15 * MINUTE_MS;
/** Time from the scheduled kick-off within which a delayed match begins. Later, a kick-off is old news. */
const KICK_OFF_MS = HOUR_MS;
/** Time from the scheduled kick-off to the last goal that the feed may report. */
const MATCH_MS = 4 * HOUR_MS;

/**
 * Finds facts that follow from the season and the clock. They may have been notified before. There are none about a gameweek without
 * scheduled matches: nothing depends on it, and each player would be reported as absent. Nor are there any until the fixtures
 * are stored.
 */
export async function findSeasonFacts(db: Database, season: Season, now: number): Promise<Fact[]> {
  const next = season.gameweeks.find(({ start }) => start !== null && start > now);
  const running = season.gameweeks.filter((gameweek) => !gameweek.settled && hasStarted(gameweek, now));
  return [
    ...(next?.start ? findReminders(season, next, next.start, now) : []),
    ...[...new Set([...running, ...(next ? [next] : [])])].flatMap((one) => findAbsences(season, one, now)),
    ...running.flatMap((gameweek) => findKickOffs(season, gameweek, now)),
    ...(await findGoals(db, season, now)),
  ];
}

function findReminders(season: Season, gameweek: SeasonGameweek, start: number, now: number): Fact[] {
  const due = REMINDERS.findLast(({ lead }) => start - lead <= now);
  if (!due) return [];
  return [
    teamFact(season, gameweek, {
      keys: [`${due.kind}:${season.id}:${gameweek.id}:${start}`],
      kind: due.kind,
      tag: `deadline:${gameweek.id}`,
      expires_at: start,
      describe: (teams) => describeDeadline(season, gameweek, teams),
    }),
  ];
}

/**
 * Finds players who cannot play and are not locked yet. All of them share one notification, which every new one among a user's
 * starters renews.
 */
function findAbsences(season: Season, gameweek: SeasonGameweek, now: number): Fact[] {
  const { start, fixtures } = gameweek;
  if (start === null || now < start - ABSENCE_LEAD_MS) return [];
  const last = Math.max(...fixtures.flatMap(({ kickoff }) => kickoff ?? []));
  if (now >= last) return [];
  const reasons = new Map<number, string>();
  for (const { id, team } of season.players.values()) {
    const reason = findAbsence(season, gameweek, id);
    const own = fixtures.filter(({ home, away }) => home === team || away === team);
    if (reason && !isLocked(own, now)) reasons.set(id, reason);
  }
  if (reasons.size === 0) return [];
  const prefix = `LINEUP:${season.id}:${gameweek.id}:`;
  const until = now < start ? 'the deadline' : 'the last kick-off';
  return [
    teamFact(season, gameweek, {
      keys: [...reasons.keys()].map((id) => prefix + id),
      kind: 'LINEUP',
      tag: `lineup:${gameweek.id}`,
      expires_at: now < start ? start : last,
      describe: (teams, keys) => {
        const changed = new Set(keys.map((key) => Number(key.slice(prefix.length))));
        return describeAbsences(season, gameweek, { reasons, changed, until }, teams);
      },
    }),
  ];
}

const isWithin = ({ kickoff }: SeasonFixture, ms: number, now: number) =>
  kickoff !== null && now - kickoff < ms;

/** Finds the matches that have begun, perhaps later than scheduled. */
function findKickOffs(season: Season, gameweek: SeasonGameweek, now: number): Fact[] {
  return gameweek.fixtures
    .filter((fixture) => fixture.started && !fixture.over && isWithin(fixture, KICK_OFF_MS, now))
    .map((fixture) =>
      teamFact(season, gameweek, {
        keys: [`KICK_OFF:${season.id}:${fixture.id}`],
        kind: 'KICK_OFF',
        tag: `match:${fixture.id}`,
        expires_at: now + LATE_MS,
        describe: (teams) => describeKickOff(season, fixture, teams),
      }),
    );
}

/** Finds the started gameweeks with matches of which the feed may report goals. */
const findScoringGameweeks = (season: Season, now: number) =>
  season.gameweeks.filter(
    (gameweek) =>
      !gameweek.settled &&
      hasStarted(gameweek, now) &&
      gameweek.fixtures.some((fixture) => isWithin(fixture, MATCH_MS, now)),
  );

/**
 * Deletes the facts of goals that the feed has removed, so that the player's next goal is notified. Only the one after the last goal
 * is deleted: it is the next.
 */
export async function deleteRemovedGoals(db: Database, season: Season, now: number): Promise<void> {
  const gameweeks = findScoringGameweeks(season, now).map(({ id }) => id);
  if (gameweeks.length === 0) return;
  await db.raw(
    `delete from push_facts using fixture_scores
     where season = :season and gameweek = any(:gameweeks) and key = concat_ws(':', 'GOAL', season, fixture, player, 1 + coalesce(
       (select (line ->> 'value')::int from jsonb_array_elements(explain) as line where line ->> 'identifier' = 'goals_scored'), 0))`,
    { season: season.id, gameweeks },
  );
}

async function findGoals(db: Database, season: Season, now: number): Promise<Fact[]> {
  const live = findScoringGameweeks(season, now);
  if (live.length === 0) return [];
  const rows = await query<{ gameweek: number; fixture: number; player: number; goals: number }>(
    db,
    `select gameweek, fixture, player, (line ->> 'value')::int as goals
     from fixture_scores cross join jsonb_array_elements(explain) as line
     where season = ? and gameweek = any(?) and line ->> 'identifier' = 'goals_scored'`,
    [season.id, live.map(({ id }) => id)],
  );
  return rows.flatMap(({ gameweek: id, fixture: fixtureId, player, goals }) => {
    const gameweek = live.find((one) => one.id === id)!;
    const fixture = gameweek.fixtures.find((one) => one.id === fixtureId);
    if (!fixture || !isWithin(fixture, MATCH_MS, now)) return [];
    return Array.from({ length: goals }, (_, n) =>
      teamFact(season, gameweek, {
        keys: [`GOAL:${season.id}:${fixtureId}:${player}:${n + 1}`],
        kind: 'GOAL',
        tag: `goal:${fixtureId}:${player}:${n + 1}`,
        expires_at: now + LATE_MS,
        describe: (teams) => describeGoal(season, fixture, player, teams),
      }),
    );
  });
}

interface TeamFact extends Omit<Fact, 'kind' | 'wallets' | 'prepare'> {
  kind: NotificationKind;
  /** `keys`: those of the fact that are new. */
  describe(teams: readonly NotifiedTeam[], keys: readonly string[]): Note | null;
}

/** Builds a fact about the teams of a gameweek. Teams in games that a device has muted are left out. */
function teamFact(season: Season, { id }: SeasonGameweek, { describe, ...fact }: TeamFact): Fact {
  return {
    ...fact,
    wallets: null,
    async prepare(db, wallets, keys) {
      const teams = new Map<string, NotifiedTeam[]>(wallets.map((wallet) => [wallet, []]));
      for (const team of await readTeams(db, wallets, { season: season.id, gameweek: id }))
        teams.get(team.wallet)?.push(team);
      return ({ wallet, muted_games }) => {
        const own = teams.get(wallet)?.filter(({ game_id }) => !muted_games.includes(game_id)) ?? [];
        return describe(own, keys);
      };
    },
  };
}
