import pg from 'pg';

/** Rows per table of every service, e.g. `games.entries`. */
export type RowCounts = ReadonlyMap<string, number>;

/**
 * Tables that change on their own, or with refused calls: sessions, the audit trail, outboxes, replicas, faults and reports. The audit log
 * follows the changes of earlier calls.
 */
const IGNORED =
  /^gateway\.(challenges|sessions|refresh_tokens|audit_events|rate_limits)$|^games\.points_updates$|^admin\.(audit_log|owners_read)$|\.(outbox|replicas|feed_faults|remote_errors|remote_reports)$/;

/** Counts the rows of every service, with the service's own role. */
export async function openRowCounts(urls: readonly string[]) {
  const readers = await Promise.all(urls.map(openReader));
  return {
    async count(): Promise<RowCounts> {
      return new Map((await Promise.all(readers.map((reader) => reader.count()))).flat());
    },
    async close() {
      await Promise.all(readers.map((reader) => reader.close()));
    },
  };
}

async function openReader(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ schema: string; name: string }>(
    'select schemaname as schema, tablename as name from pg_tables where schemaname = current_schema()',
  );
  const tables = rows.filter(({ schema, name }) => !IGNORED.test(`${schema}.${name}`));
  const counting = tables
    .map(
      ({ schema, name }) =>
        `select '${schema}.${name}' as name, count(*)::int as n from "${schema}"."${name}"`,
    )
    .join(' union all ');
  return {
    count: async (): Promise<[string, number][]> =>
      (await client.query<{ name: string; n: number }>(counting)).rows.map(({ name, n }) => [name, n]),
    close: () => client.end(),
  };
}

/** Tables that differ, as `games.entries 3 -> 4`. */
export function differences(before: RowCounts, after: RowCounts): string[] {
  return [...after].flatMap(([table, rows]) =>
    before.get(table) === rows ? [] : [`${table} ${before.get(table)} -> ${rows}`],
  );
}
