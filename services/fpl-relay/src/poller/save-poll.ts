import * as events from '@touchline/api/events/fpl-relay';
import type { Calendar } from '@touchline/rules/calendar';
import type { Database } from '@touchline/service-kit/data/database';
import { writeOutbox } from '@touchline/service-kit/messaging/outbox';
import type { Knex } from 'knex';
import { addPeriods, filterFixtures, getMatchesIntervalMs } from '../football/gameweeks.ts';
import { computeScores, type Mismatch } from '../football/scores.ts';
import { getSeasonYear } from '../football/season.ts';
import { type FeedState, updateMatchEvents } from '../match-events/update-match-events.ts';
import {
  createSeason,
  lockMatchEvents,
  lockSeason,
  type NewSnapshot,
  resumeSeason,
  saveSnapshot,
} from '../snapshots/snapshots.store.ts';
import type { BootstrapContent, Season } from '../snapshots/snapshots.ts';
import type { Collected, CollectedLive } from './collect.ts';

export type GameweekMismatch = Mismatch & { gameweek: number };

/**
 * Stores the changes and their events in one transaction.
 * @param stored the season that the responses continue; null when they start a new one
 * @param latest id of the latest season; another stored season becomes the latest again
 * @returns the mismatches of the live lists that changed
 * @throws Error when another replica has stored newer snapshots
 */
export async function savePoll(
  { db, calendar }: { db: Database; calendar: Calendar },
  stored: Season | null,
  collected: Collected,
  live: CollectedLive['byGameweek'],
  latest: string | null,
): Promise<GameweekMismatch[]> {
  const { bootstrap, fixtures } = collected;
  const base = bootstrap?.value ?? stored?.bootstrap.content;
  const matches = fixtures?.value ?? stored?.fixtures.content;
  if (!base || !matches || (!bootstrap && !fixtures && live.size === 0)) return [];
  const content: BootstrapContent = {
    players: base.players,
    teams: base.teams,
    gameweeks: addPeriods(base.gameweeks, matches, calendar),
  };
  const known = new Set(base.players.map(({ id }) => id));
  return db.transaction(async (trx) => {
    await lockSeason(trx, stored, latest, [...live.keys()]);
    const season = stored?.id ?? (await createSeason(trx, getSeasonYear(base)));
    if (stored && stored.id !== latest) await resumeSeason(trx, stored.id);
    if (fixtures)
      await save(trx, {
        season,
        resource: 'fixtures',
        gameweek: 0,
        content: fixtures.value,
        fetchedAt: fixtures.at,
      });
    const mismatches: GameweekMismatch[] = [];
    for (const [gameweek, { value, at: fetchedAt }] of live) {
      const fixtures = filterFixtures(matches, gameweek);
      const { scores, mismatches: found } = computeScores(value, fixtures, known);
      const changed = await save(trx, { season, resource: 'live', gameweek, content: scores, fetchedAt });
      const wasWatched = createWatchedCheck(stored, gameweek, calendar, fetchedAt);
      const state = { fixtures, scores, now: fetchedAt, wasWatched };
      const moments = updateMatchEvents(await lockMatchEvents(trx, season, gameweek), state);
      await save(trx, { season, resource: 'moments', gameweek, content: moments, fetchedAt });
      if (changed) mismatches.push(...found.map((mismatch) => ({ ...mismatch, gameweek })));
    }
    // Stored last: a service that receives this event for a checked gameweek must find its final points.
    const fetchedAt = bootstrap?.at ?? null;
    await save(trx, { season, resource: 'bootstrap', gameweek: 0, content, fetchedAt });
    return mismatches;
  });
}

/** Minimum time without a poll after which event times are unknown. The limit is three polls. */
const MIN_WATCHED_MS = 10_000;

/** Creates a check that a fixture, and its points once started, were polled shortly before `now`. */
function createWatchedCheck(
  stored: Season | null,
  gameweek: number,
  calendar: Calendar,
  now: number,
): FeedState['wasWatched'] {
  if (!stored) return () => false;
  const { fixtures } = stored;
  const intervalMs = getMatchesIntervalMs(fixtures.content, calendar, fixtures.fetched_at);
  const oldest = now - Math.max(3 * intervalMs, MIN_WATCHED_MS);
  const points = stored.live.get(gameweek)?.fetched_at ?? 0;
  const before = new Map(fixtures.content.map((fixture) => [fixture.id, fixture]));
  return ({ id }) => {
    const fixture = before.get(id);
    return fixture !== undefined && fixtures.fetched_at >= oldest && (!fixture.started || points >= oldest);
  };
}

/** The event about a new version of each resource. */
const EVENTS = {
  bootstrap: events.bootstrapChanged,
  fixtures: events.fixturesChanged,
  live: events.liveChanged,
  moments: events.matchEventsChanged,
} as const;

/** Stores a snapshot and publishes a new version of it. @returns whether the content has changed */
async function save(trx: Knex.Transaction, snapshot: NewSnapshot): Promise<boolean> {
  const { season, resource, gameweek } = snapshot;
  const version = await saveSnapshot(trx, snapshot);
  if (version === null) return false;
  // Events of resources of the whole season drop the gameweek.
  const payload = { season, version, gameweek };
  await writeOutbox(trx, EVENTS[resource], payload);
  return true;
}
