import { waitUntil } from '@touchline/local-stack/dependencies/wait';
import { queryOne } from '@touchline/service-kit/data/database';
import { insertDrawnLeagues } from '../data/insert-leagues.ts';
import type { GamesHost } from '../host/games-host.ts';
import type { GamesService } from '../host/games-service.ts';
import { cpuMs, postgresCpuMs } from '../host/process-stats.ts';

/** Members of each head-to-head league. */
export const RIVALS = 20;
/** Leagues of each entry that has one. */
const LEAGUES_PER_ENTRY = 4;

/**
 * Draws head-to-head leagues and makes the first gameweek final, and waits until all scores are stored.
 * @returns CPU time of the service and Postgres per league, in ms
 */
export async function measureScores(
  host: GamesHost,
  { pid }: GamesService,
  { game, entries, leagues }: { game: string; entries: number; leagues: number },
): Promise<number> {
  const { db, dataDir } = host;
  const members = Math.min(entries, Math.ceil((leagues * RIVALS) / LEAGUES_PER_ENTRY));
  await insertDrawnLeagues(db, { game, leagues, members, rivals: RIVALS });
  await db.raw(
    `insert into entry_gameweeks (game_id, gameweek, ordinal, raw_points, points, earned, rank)
     select ?, 1, n, n % 90, n % 90, n % 90 * 1000, n from generate_series(1, ?::int) as n`,
    [game, members],
  );
  await db.raw('analyze leagues, entry_gameweeks');
  const readCpu = () => [cpuMs(pid), postgresCpuMs(dataDir)] as const;
  const before = readCpu();
  await db.raw(
    'insert into settled_gameweeks (game_id, gameweek, game_version, settled_at) select id, 1, version, now() from games where id = ?',
    [game],
  );
  const isStored = () => queryOne(db, 'select 1 from league_gameweeks where game_id = ?', [game]);
  await waitUntil(isStored, { what: 'the scores of the leagues', timeoutMs: 240_000, everyMs: 250 });
  const [service, postgres] = readCpu().map((ms, at) => (ms - before[at]!) / leagues) as [number, number];
  console.log(
    `> scores of a head-to-head league: ${service.toFixed(2)} ms in the service and ${postgres.toFixed(2)} ms in Postgres`,
  );
  return service + postgres;
}
