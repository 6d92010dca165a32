import { type Database, queryOne } from '@touchline/service-kit/data/database';

/** Measures the size on disk of an entry with its first lineup and all indexes, in bytes. */
export async function measureEntrySize(db: Database): Promise<string> {
  const row = await queryOne<{ bytes: number }>(
    db,
    "select pg_total_relation_size('entries')::float8 / count(*) as bytes from entries",
  );
  return row!.bytes.toFixed(0);
}
