import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@touchline/local-stack/dependencies/postgres';
import { openDatabase } from '@touchline/service-kit/data/database';
import { serverCpuMs } from '../host/process-stats.ts';

/** Measures the CPU time of Postgres for ranks computed by a window function over a table of points. @returns the least of `rounds`, in ms */
export async function measureWindowFunction(entries: number, rounds: number): Promise<number> {
  const home = mkdtempSync(join(tmpdir(), 'touchline-bench-window-'));
  chmodSync(home, 0o755);
  const postgres = await startPostgres({ dataDir: join(home, 'pg'), password: 'bench', throwaway: true });
  const db = openDatabase(postgres.url(), 'public', { connections: 1, statementTimeoutMs: 0 });
  try {
    await db.raw(
      `create table points as select n as entry, (random() * 1500)::int * 1050 as earned, (random() * 1500)::int as gross
       from generate_series(1, ?::int) as n`,
      [entries],
    );
    await db.raw('analyze points');
    await db.raw("set work_mem = '1GB'");
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const before = serverCpuMs(postgres.child.pid!);
      await db.raw(
        'select sum(place) from (select rank() over (order by earned desc, gross desc) as place from points) as ranks',
      );
      times.push(serverCpuMs(postgres.child.pid!) - before);
    }
    return Math.min(...times);
  } finally {
    await db.destroy();
    await postgres.stop();
    rmSync(home, { recursive: true, force: true });
  }
}
