import type { FixtureScoreMessage } from '@touchline/api/events/fpl-relay';
import * as events from '@touchline/api/events/fpl-relay';
import type { Fixture } from '@touchline/api/http/fpl';
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
  resumeSeason,
  saveSnapshot,
} from '../snapshots/snapshots.store.ts';
import type { BootstrapContent, Season } from '../snapshots/snapshots.ts';
import type { Collected, CollectedLive, Fetched } from './collect.ts';

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
    if (fixtures) await saveFixtures(trx, season, fixtures);
    const mismatches: GameweekMismatch[] = [];
    for (const [gameweek, elements] of live) {
      const fixtures = filterFixtures(matches, gameweek);
      const read = computeScores(elements.value, fixtures, known);
      const changed = await saveLive(trx, season, gameweek, { value: read.scores, at: elements.at });
      const wasWatched = createWatchedCheck(stored, gameweek, calendar, elements.at);
      const state = { fixtures, scores: read.scores, now: elements.at, wasWatched };
      await saveMatchEvents(trx, season, gameweek, state);
      if (changed) mismatches.push(...read.mismatches.map((mismatch) => ({ ...mismatch, gameweek })));
    }
    // Stored last: a service that receives this event for a checked gameweek must find its final points.
    await saveBootstrap(trx, season, content, bootstrap?.at ?? null);
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

async function saveFixtures(trx: Knex.Transaction, season: string, { value, at }: Fetched<Fixture[]>) {
  const save = { season, resource: 'fixtures', gameweek: 0, content: value, fetchedAt: at } as const;
  const version = await saveSnapshot(trx, save);
  if (version !== null) await writeOutbox(trx, events.fixturesChanged, { season, version });
}

async function saveLive(
  trx: Knex.Transaction,
  season: string,
  gameweek: number,
  { value, at }: Fetched<FixtureScoreMessage[]>,
): Promise<boolean> {
  const version = await saveSnapshot(trx, {
    season,
    resource: 'live',
    gameweek,
    content: value,
    fetchedAt: at,
  });
  if (version !== null) await writeOutbox(trx, events.liveChanged, { season, version, gameweek });
  return version !== null;
}

async function saveBootstrap(
  trx: Knex.Transaction,
  season: string,
  content: BootstrapContent,
  fetchedAt: number | null,
) {
  const version = await saveSnapshot(trx, { season, resource: 'bootstrap', gameweek: 0, content, fetchedAt });
  if (version !== null) await writeOutbox(trx, events.bootstrapChanged, { season, version });
}

/** Stores the changed match events of a gameweek and publishes an event through the outbox. */
async function saveMatchEvents(
  trx: Knex.Transaction,
  season: string,
  gameweek: number,
  state: FeedState,
): Promise<void> {
  const content = updateMatchEvents(await lockMatchEvents(trx, season, gameweek), state);
  const save = { season, resource: 'moments', gameweek, content, fetchedAt: state.now } as const;
  const version = await saveSnapshot(trx, save);
  if (version !== null) await writeOutbox(trx, events.matchEventsChanged, { season, version, gameweek });
}
