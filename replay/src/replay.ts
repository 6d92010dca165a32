import type { AddressInfo } from 'node:net';
import type { Calendar } from '@touchline/rules/calendar';
import { openAnswers } from './answers/answers.ts';
import type { SeasonArchive } from './archive/archive.ts';
import { readArchive } from './archive/archive-reader.ts';
import { openControl } from './control.ts';
import { createReplayServer } from './http.ts';
import { openClock } from './season/replay-clock.ts';
import { replayCalendar } from './season/season-calendar.ts';

export const DEFAULT_GAMEWEEK_MINUTES = 30;
/** A newcomer sees some weeks of form and has a long season ahead. */
export const DEFAULT_FROM_GAMEWEEK = 6;

export interface ReplayOptions {
  /** A season folder: teams.csv, players_raw.csv, fixtures.csv, gws/merged_gw.csv; or the season itself. */
  archiveDir: string | SeasonArchive;
  /** Where the clock's stand is kept; without it every start begins anew. */
  stateFile?: string | undefined;
  /** 0 or nothing: a free port. */
  port?: number | undefined;
  host?: string | undefined;
  gameweekMinutes?: number | undefined;
  shortestMatchMinutes?: number | undefined;
  fromGameweek?: number | undefined;
  paused?: boolean | undefined;
  now?: () => number;
}

export interface Replay {
  url: string;
  /** What the services' CALENDAR must override (never the join windows). */
  calendar(): Partial<Calendar>;
  stop(): Promise<void>;
}

/** Starts the season replay: the FPL API's own JSON at `url`, `/control` beside it. */
export async function startReplay(options: ReplayOptions): Promise<Replay> {
  const { archiveDir } = options;
  const archive = typeof archiveDir === 'string' ? await readArchive(archiveDir) : archiveDir;
  const gameweekMinutes = options.gameweekMinutes ?? DEFAULT_GAMEWEEK_MINUTES;
  const calendar = replayCalendar(gameweekMinutes, options.shortestMatchMinutes);
  const clock = openClock({
    archive,
    stateFile: options.stateFile,
    gameweekMinutes,
    shortestMatchMinutes: options.shortestMatchMinutes,
    fromGameweek: options.fromGameweek ?? DEFAULT_FROM_GAMEWEEK,
    paused: options.paused ?? false,
    ...(options.now === undefined ? {} : { now: options.now }),
  });
  const server = createReplayServer({
    answers: openAnswers(archive, clock),
    control: openControl(archive, clock),
    calendar,
  });
  const host = options.host ?? '127.0.0.1';
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${port}`,
    calendar: () => calendar,
    stop: async () => {
      clock.stop();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}
