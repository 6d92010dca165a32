import { resolve } from 'node:path';
import type { Calendar } from '@touchline/rules/calendar';
import { freePort } from '../parts/ports.ts';
import { replayCalendar } from '../replay/season-calendar.ts';
import type { Part, PartContext } from './parts.ts';
import { startNodeProcess } from './service.ts';

export interface ReplaySettings {
  /** Season folder (teams.csv, players_raw.csv, fixtures.csv, gws/merged_gw.csv); the demo season by default. */
  readonly archiveDir?: string | undefined;
  /** Wall-clock minutes of a gameweek, default 30. */
  readonly gameweekMinutes?: number | undefined;
  /** Shortest match, default two minutes; tests and benchmarks shorten it. */
  readonly shortestMatchMinutes?: number | undefined;
  /** The gameweek that is the next one when a new replay begins, default 1. */
  readonly fromGameweek?: number | undefined;
  /** A new replay stands still until /control moves it. */
  readonly paused?: boolean | undefined;
}

export interface FeedFacts {
  readonly url: string;
  /** What the services are told instead of the real durations. */
  readonly calendar: Partial<Calendar>;
}

const GAMEWEEK_MINUTES = 30;

/** The feed: FPL_URL with the real calendar, or the season replay with its compressed one. */
export async function feedPart(
  context: PartContext,
  project: string,
  settings: ReplaySettings,
): Promise<Part<FeedFacts>> {
  if (process.env.FPL_URL) {
    return { external: true, facts: { url: process.env.FPL_URL, calendar: givenCalendar() } };
  }
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const gameweekMinutes = settings.gameweekMinutes ?? GAMEWEEK_MINUTES;
  const unit = context.supervise('replay', (watch) =>
    startNodeProcess(
      project,
      {
        name: 'replay',
        script: 'platform/dist/replay/main.js',
        env: replayEnv(settings, gameweekMinutes, port, context.home.path('replay', 'state.json')),
        readyUrl: `${url}/control`,
      },
      watch,
    ),
  );
  await unit.start();
  const calendar = { ...replayCalendar(gameweekMinutes, settings.shortestMatchMinutes), ...givenCalendar() };
  return { external: false, facts: { url, calendar } };
}

function replayEnv(settings: ReplaySettings, minutes: number, port: number, stateFile: string) {
  const env: Record<string, string> = {
    PORT: String(port),
    STATE_FILE: stateFile,
    GAMEWEEK_MINUTES: String(minutes),
    FROM_GAMEWEEK: String(settings.fromGameweek ?? 1),
    PAUSED: String(settings.paused ?? false),
  };
  if (settings.archiveDir) env.ARCHIVE_DIR = resolve(settings.archiveDir);
  if (settings.shortestMatchMinutes) env.SHORTEST_MATCH_MINUTES = String(settings.shortestMatchMinutes);
  return env;
}

/** CALENDAR of the user's environment, for what it names. */
function givenCalendar(): Partial<Calendar> {
  return process.env.CALENDAR ? (JSON.parse(process.env.CALENDAR) as Partial<Calendar>) : {};
}
