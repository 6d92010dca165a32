import { resolve } from 'node:path';
import type { Calendar } from '@touchline/rules/calendar';
import { DEFAULT_GAMEWEEK_MINUTES } from '@touchline/season-replay/replay';
import { replayCalendar } from '@touchline/season-replay/season/calendar';
import { freePort } from '../dependencies/ports.ts';
import type { DependencyContext } from './dependencies.ts';
import { startNodeProcess } from './service.ts';

export interface ReplaySettings {
  /** Season folder; the demo season by default. */
  readonly archiveDir?: string | undefined;
  /** Minutes per gameweek; 30 by default. */
  readonly gameweekMinutes?: number | undefined;
  /** The next gameweek when a new replay starts; 6 by default. */
  readonly fromGameweek?: number | undefined;
  /** Starts a new replay paused; /control moves it. */
  readonly paused?: boolean | undefined;
  /** The clock waits while no page is open, and pages show it. */
  readonly waits?: boolean | undefined;
}

export interface FeedFacts {
  readonly url: string;
  /** Durations that replace the real ones. */
  readonly calendar: Partial<Calendar>;
}

/** The feed: FPL_URL with the real calendar, or the season replay with a compressed one. */
export async function startFeedDependency(
  context: DependencyContext,
  project: string,
  settings: ReplaySettings,
): Promise<FeedFacts> {
  if (process.env.FPL_URL) return { url: process.env.FPL_URL, calendar: givenCalendar() };
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const unit = context.supervise('replay', (watch) =>
    startNodeProcess(
      project,
      {
        name: 'replay',
        script: 'tools/season-replay/dist/main.js',
        args: replayArgs(settings, context.home.path('replay', 'state.json')),
        env: { PORT: String(port) },
        readyUrl: `${url}/healthz`,
      },
      watch,
    ),
  );
  await unit.start();
  const calendar = {
    ...replayCalendar(settings.gameweekMinutes ?? DEFAULT_GAMEWEEK_MINUTES),
    ...givenCalendar(),
  };
  return { url, calendar };
}

function replayArgs(settings: ReplaySettings, stateFile: string): string[] {
  const { archiveDir, gameweekMinutes, fromGameweek, paused, waits } = settings;
  const given = [
    ['--archive', archiveDir === undefined ? undefined : resolve(archiveDir)],
    ['--state', stateFile],
    ['--gameweek-minutes', gameweekMinutes],
    ['--from-gameweek', fromGameweek],
  ] as const;
  const args = given.flatMap(([name, value]) => (value === undefined ? [] : [name, String(value)]));
  return [...args, ...(paused ? ['--paused'] : []), ...(waits ? ['--wait-for-watchers'] : [])];
}

/** Durations from CALENDAR in the environment; the services validate the names. */
function givenCalendar(): Partial<Calendar> {
  const text = process.env.CALENDAR;
  if (!text) return {};
  try {
    return JSON.parse(text) as Partial<Calendar>;
  } catch (cause) {
    throw new Error('CALENDAR must be JSON with durations, e.g. {"poll_live_seconds":0.5}', { cause });
  }
}
