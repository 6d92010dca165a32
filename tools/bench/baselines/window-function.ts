import { openDatabase } from '@touchline/service-kit/data/database';
import { measure } from '../figures/measure.ts';
import { startDependencies } from '../host/dependencies.ts';

const RANKS =
  'select sum(place) from (select rank() over (order by earned desc, gross desc) as place from points) as ranks';

/** Measures the CPU time of Postgres for ranks computed by a window function over a table of points. @returns the least of `rounds`, in ms */
export async function measureWindowFunction(entries: number, rounds: number): Promise<number> {
  const dependencies = await startDependencies('games', false);
  const db = openDatabase(dependencies.databaseUrl, 'games', { connections: 1, statementTimeoutMs: 0 });
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
      const { cpu } = await measure({ Postgres: dependencies.postgresCpuMs }, () => db.raw(RANKS));
      times.push(cpu.Postgres);
    }
    return Math.min(...times);
  } finally {
    await db.destroy();
    await dependencies.stop();
  }
}
