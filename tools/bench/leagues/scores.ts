import { waitUntil } from '@touchline/local-stack/dependencies/wait';
import { queryOne } from '@touchline/service-kit/data/database';
import { insertDrawnLeagues } from '../data/insert-leagues.ts';
import { log } from '../figures/log.ts';
import { formatCpu, measure } from '../figures/measure.ts';
import type { GamesHost } from '../host/games-host.ts';
import type { ServiceProcess } from '../host/service-process.ts';

/** Members of each head-to-head league. */
export const RIVALS = 20;
/** Leagues of each entry that has one. */
const LEAGUES_PER_ENTRY = 4;

/**
 * Draws head-to-head leagues and makes the first gameweek final, and waits until all scores are stored.
 * @returns CPU time of the service and Postgres per league, in ms
 */
export async function measureScores(
  { db, postgresCpuMs }: GamesHost,
  { cpuMs }: ServiceProcess,
  { game, entries, leagues }: { game: string; entries: number; leagues: number },
): Promise<number> {
  const members = Math.min(entries, Math.ceil((leagues * RIVALS) / LEAGUES_PER_ENTRY));
  await insertDrawnLeagues(db, { game, leagues, members, rivals: RIVALS });
  await db.raw(
    `insert into entry_gameweeks (game_id, gameweek, ordinal, raw_points, points, earned, rank)
     select ?, 1, n, n % 90, n % 90, n % 90 * 1000, n from generate_series(1, ?::int) as n`,
    [game, members],
  );
  await db.raw('analyze leagues, entry_gameweeks');
  const isStored = () => queryOne(db, 'select 1 from league_gameweeks where game_id = ?', [game]);
  const { cpu } = await measure({ games: cpuMs, Postgres: postgresCpuMs }, async () => {
    await db.raw(
      'insert into settled_gameweeks (game_id, gameweek, game_version) select id, 1, version from games where id = ?',
      [game],
    );
    await waitUntil(isStored, { what: 'the scores of the leagues', timeoutMs: 240_000, everyMs: 250 });
  });
  log(`scores of a head-to-head league: ${formatCpu(cpu, leagues)}`);
  return (cpu.games + cpu.Postgres) / leagues;
}
