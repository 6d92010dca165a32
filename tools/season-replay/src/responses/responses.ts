import { createHash } from 'node:crypto';
import type { SeasonArchive } from '../archive/archive.ts';
import { openMatchBook } from '../matches/book.ts';
import { type Moment, momentAt } from '../matches/season-instant.ts';
import type { ReplayClock } from '../season/clock.ts';
import { openBootstrap } from './bootstrap.ts';
import { eventStatusAnswer } from './event-status.ts';
import { openFixtureStats } from './fixture-stats.ts';
import { fixturesAnswer } from './fixtures.ts';
import { liveAnswer } from './live.ts';

/** A serialised answer with its entity tag. */
export interface Answer {
  body: string;
  etag: string;
}

/** The FPL API's answers at the clock's position; null for unknown paths. */
export interface Answers {
  get(path: string, query: URLSearchParams): Answer | null;
}

/** Caches each answer until its content may have changed. */
export function openAnswers(archive: SeasonArchive, clock: ReplayClock): Answers {
  const book = openMatchBook(archive);
  const bootstrap = openBootstrap(archive, book, clock);
  const stats = openFixtureStats(archive, book);
  const made = new Map<string, { key: string; answer: Answer }>();

  function answer(name: string, key: string, make: () => unknown): Answer {
    const known = made.get(name);
    if (known?.key === key) return known.answer;
    const body = JSON.stringify(make());
    const etag = `"${createHash('sha1').update(body).digest('base64url')}"`;
    made.set(name, { key, answer: { body, etag } });
    return { body, etag };
  }

  return {
    get(path, query) {
      const revision = clock.revision();
      const { season, phase, virtual } = clock.stand();
      const moment = momentAt(season, virtual, phase.at);
      const still = `${phase.at}/${revision}`;
      const minutes = `${still}/${runningMinutes(moment)}`;
      const name = path.replace(/^\/|\/$/g, '');
      if (name === 'bootstrap-static') return answer(name, still, () => bootstrap.at(moment));
      if (name === 'event-status') return answer(name, still, () => eventStatusAnswer(clock, moment));
      if (name === 'fixtures') {
        const event = query.get('event');
        if (event === null)
          return answer(name, minutes, () => fixturesAnswer(archive, book, stats, clock, moment, null));
        const gameweek = gameweekNumber(archive, event);
        if (gameweek === null) return null;
        return answer(`${name}/${gameweek}`, minutes, () =>
          fixturesAnswer(archive, book, stats, clock, moment, gameweek),
        );
      }
      const gameweek = gameweekNumber(archive, /^event\/(\d+)\/live$/.exec(name)?.[1] ?? '');
      if (gameweek === null) return null;
      return answer(name, minutes, () => liveAnswer(archive, book, moment, gameweek));
    },
  };
}

function runningMinutes(moment: Moment): string {
  const slots = moment.plan.gameweeks[moment.current - 1]?.slots ?? [];
  return slots
    .map((slot) => (slot.fixtures[0] === undefined ? 0 : moment.progress(slot.fixtures[0]).minute))
    .join('.');
}

function gameweekNumber(archive: SeasonArchive, text: string): number | null {
  const gameweek = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  return gameweek >= 1 && gameweek <= archive.gameweeks ? gameweek : null;
}
