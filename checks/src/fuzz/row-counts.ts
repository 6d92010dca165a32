import pg from 'pg';

/** Rows per table of every service, e.g. `games.entries`. */
export type RowCounts = ReadonlyMap<string, number>;

/** What changes without anybody's call: sign-ins and what waits to be published. */
const RESTLESS = /^gateway\.(challenges|sessions|refresh_tokens)$|\.outbox$/;

/** Counts the rows of all services' own schemas; a role sees no other's. */
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
  const tables = rows.filter(({ schema, name }) => !RESTLESS.test(`${schema}.${name}`));
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

/** `games.entries 3 -> 4`, for every table that differs. */
export function differences(before: RowCounts, after: RowCounts): string[] {
  return [...after].flatMap(([table, rows]) =>
    before.get(table) === rows ? [] : [`${table} ${before.get(table)} -> ${rows}`],
  );
}
