import { createHash } from 'node:crypto';
import type { SeasonArchive } from '../archive/archive.ts';
import { openMatchBook } from '../matches/book.ts';
import { computeInstant, type SeasonInstant } from '../matches/season-instant.ts';
import type { ReplayClock } from '../season/clock.ts';
import { openBootstrap } from './bootstrap.ts';
import { buildEventStatus } from './event-status.ts';
import { openFixtureStats } from './fixture-stats.ts';
import { buildFixtures } from './fixtures.ts';
import { buildLive } from './live.ts';

/** A serialised response body with its entity tag. */
export interface FeedResponse {
  body: string;
  etag: string;
}

/** Responses of the FPL API at the position of the clock; null for unknown paths. */
export interface FeedResponses {
  get(path: string, query: URLSearchParams): FeedResponse | null;
}

/** Caches each response until its content may have changed. */
export function openFeedResponses(archive: SeasonArchive, clock: ReplayClock): FeedResponses {
  const book = openMatchBook(archive);
  const bootstrap = openBootstrap(archive, book, clock);
  const stats = openFixtureStats(archive, book);
  const cache = new Map<string, { key: string; response: FeedResponse }>();

  function respond(name: string, key: string, build: () => unknown): FeedResponse {
    const cached = cache.get(name);
    if (cached?.key === key) return cached.response;
    const body = JSON.stringify(build());
    const etag = `"${createHash('sha1').update(body).digest('base64url')}"`;
    cache.set(name, { key, response: { body, etag } });
    return { body, etag };
  }

  return {
    get(path, query) {
      const revision = clock.revision();
      const { season, phase, virtual } = clock.read();
      const instant = computeInstant(season, virtual, phase.at);
      const phaseKey = `${phase.at}/${revision}`;
      const minuteKey = `${phaseKey}/${describeRunningMinutes(instant)}`;
      const name = path.replace(/^\/|\/$/g, '');
      if (name === 'bootstrap-static') return respond(name, phaseKey, () => bootstrap.at(instant));
      if (name === 'event-status') return respond(name, phaseKey, () => buildEventStatus(clock, instant));
      if (name === 'fixtures') {
        const event = query.get('event');
        if (event === null)
          return respond(name, minuteKey, () => buildFixtures(archive, book, stats, clock, instant, null));
        const gameweek = parseGameweek(archive, event);
        if (gameweek === null) return null;
        return respond(`${name}/${gameweek}`, minuteKey, () =>
          buildFixtures(archive, book, stats, clock, instant, gameweek),
        );
      }
      const gameweek = parseGameweek(archive, /^event\/(\d+)\/live$/.exec(name)?.[1] ?? '');
      if (gameweek === null) return null;
      return respond(name, minuteKey, () => buildLive(archive, book, instant, gameweek));
    },
  };
}

function describeRunningMinutes(instant: SeasonInstant): string {
  const slots = instant.plan.gameweeks[instant.current - 1]?.slots ?? [];
  return slots
    .map((slot) => (slot.fixtures[0] === undefined ? 0 : instant.progress(slot.fixtures[0]).minute))
    .join('.');
}

function parseGameweek(archive: SeasonArchive, text: string): number | null {
  const gameweek = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  return gameweek >= 1 && gameweek <= archive.gameweeks ? gameweek : null;
}
