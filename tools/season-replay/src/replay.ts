import type { AddressInfo } from 'node:net';
import type { Calendar } from '@touchline/rules/calendar';
import type { SeasonArchive } from './archive/archive.ts';
import { openControl } from './control.ts';
import { createReplayServer } from './http.ts';
import { openFeedResponses } from './responses/responses.ts';
import { openAudience } from './season/audience.ts';
import { replayCalendar } from './season/calendar.ts';
import { openClock } from './season/clock.ts';

export const DEFAULT_GAMEWEEK_MINUTES = 30;
/** Late enough for some weeks of form, with most of the season still to play. */
const DEFAULT_FROM_GAMEWEEK = 6;

export interface ReplayOptions {
  archive: SeasonArchive;
  /** Stores the position of the clock. Without it every start is a first start. */
  stateFile?: string | undefined;
  /** A free port is chosen if it is 0 or missing. */
  port?: number | undefined;
  host?: string | undefined;
  gameweekMinutes?: number | undefined;
  fromGameweek?: number | undefined;
  paused?: boolean | undefined;
  /** Pauses the clock while the replay has no viewer. */
  waitsForViewers?: boolean | undefined;
  now?: () => number;
}

export interface Replay {
  url: string;
  /** Overrides for the services' CALENDAR setting. They never include the join windows. */
  calendar(): Partial<Calendar>;
  stop(): Promise<void>;
}

/** Serves a season like the FPL API, together with `/control`. */
export async function startReplay(options: ReplayOptions): Promise<Replay> {
  const { archive } = options;
  const gameweekMinutes = options.gameweekMinutes ?? DEFAULT_GAMEWEEK_MINUTES;
  const calendar = replayCalendar(gameweekMinutes);
  const clock = openClock({
    archive,
    stateFile: options.stateFile,
    gameweekMinutes,
    fromGameweek: options.fromGameweek ?? DEFAULT_FROM_GAMEWEEK,
    paused: options.paused ?? false,
    ...(options.now === undefined ? {} : { now: options.now }),
  });
  const audience = openAudience(clock, options.waitsForViewers ?? false, options.now);
  const server = createReplayServer({
    feed: openFeedResponses(archive, clock),
    control: openControl(archive, clock, audience),
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
      audience.stop();
      clock.stop();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}
