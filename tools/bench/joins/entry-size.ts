import { type Database, queryOne } from '@touchline/service-kit/database';

/** What an entry with its first lineup takes on disk, with all indexes. */
export async function measureEntrySize(db: Database): Promise<string> {
  const row = await queryOne<{ bytes: number }>(
    db,
    "select pg_total_relation_size('entries')::float8 / count(*) as bytes from entries",
  );
  return row!.bytes.toFixed(0);
}
