import pg from 'pg';

/** Rows per table of every service, e.g. `games.entries`. */
export type RowCounts = ReadonlyMap<string, number>;

/**
 * Tables that change without a request or with rejected requests: sessions, audit events, outboxes, replicas, faults and
 * reports. The audit log follows changes with a delay.
 */
const IGNORED =
  /^gateway\.(challenges|sessions|refresh_tokens|audit_events|rate_limits)$|^games\.(points_updates|lock_roots|league_scores|league_gameweeks|push_facts|push_messages)$|^admin\.(audit_log|owners_read)$|\.(outbox|replicas|feed_faults|remote_errors|remote_reports)$/;

/** Opens a connection per service, with the role of the service, to count its rows. */
export async function openRowCounts(urls: readonly string[]) {
  const counters = await Promise.all(urls.map(openCounter));
  return {
    async count(): Promise<RowCounts> {
      return new Map((await Promise.all(counters.map((counter) => counter.count()))).flat());
    },
    async close() {
      await Promise.all(counters.map((counter) => counter.close()));
    },
  };
}

async function openCounter(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ schema: string; name: string }>(
    'select schemaname as schema, tablename as name from pg_tables where schemaname = current_schema()',
  );
  const tables = rows.filter(({ schema, name }) => !IGNORED.test(`${schema}.${name}`));
  const sql = tables
    .map(
      ({ schema, name }) =>
        `select '${schema}.${name}' as name, count(*)::int as n from "${schema}"."${name}"`,
    )
    .join(' union all ');
  return {
    count: async (): Promise<[string, number][]> =>
      (await client.query<{ name: string; n: number }>({ name: 'count', text: sql })).rows.map(
        ({ name, n }) => [name, n],
      ),
    close: () => client.end(),
  };
}

/** Lists the tables that differ, e.g. `games.entries 3 -> 4`. */
export function findDifferences(before: RowCounts, after: RowCounts): string[] {
  return [...after].flatMap(([table, rows]) =>
    before.get(table) === rows ? [] : [`${table} ${before.get(table)} -> ${rows}`],
  );
}
