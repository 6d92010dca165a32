import pg from 'pg';
import type { Database } from './database.ts';

/** Bytes before the first row: signature, flags and the length of an empty extension. */
const HEADER = 19;
const END = -1;
const EMPTY = Buffer.alloc(0);

/** Concatenates the integers of a group, four bytes each, big endian. */
export const packIntegers = (column: string): string => `string_agg(int4send(${column}), '')`;
/** Concatenates the times of a group, eight bytes each: microseconds since 2000, big endian. */
export const packTimes = (column: string): string => `string_agg(timestamptz_send(${column}), '')`;

/**
 * Runs a select and returns the fields of its rows in the binary format of Postgres; null is empty. For large results: values
 * are not converted to text, and packed arrays create no object per element. Keep rows below 64 kB: pg allocates a separate
 * buffer for each longer row.
 * @param columns expressions by name
 * @param select builds a select of these columns with `$1` ... for `values`
 */
export async function queryBytes<K extends string>(
  db: Database,
  columns: Readonly<Record<K, string>>,
  select: (columns: string) => string,
  values: readonly (string | number | boolean)[],
): Promise<Record<K, Buffer>[]> {
  const names = Object.keys(columns) as K[];
  const list = names.map((name) => `${columns[name]} as ${name}`).join();
  const sql = select(list).replace(/\$(\d+)/g, (_, place) =>
    pg.escapeLiteral(String(values[Number(place) - 1])),
  );
  const connection: pg.Client = await db.client.acquireConnection();
  try {
    const rows = await new Promise<Buffer[][]>((resolve, reject) => {
      connection.query(new CopyOut(`copy (${sql}) to stdout (format binary)`, resolve, reject));
    });
    return rows.map(
      (fields) => Object.fromEntries(names.map((name, at) => [name, fields[at]!])) as Record<K, Buffer>,
    );
  } finally {
    await db.client.releaseConnection(connection);
  }
}

function readFields(row: Buffer, fieldCount: number): Buffer[] {
  const fields: Buffer[] = [];
  for (let at = 0; fields.length < fieldCount; ) {
    const length = row.readInt32BE(at);
    at += 4;
    fields.push(length < 0 ? EMPTY : row.subarray(at, at + length));
    at += Math.max(0, length);
  }
  return fields;
}

/** A COPY query in the form that pg can submit. */
class CopyOut implements pg.Submittable {
  private readonly text: string;
  private readonly resolve: (rows: Buffer[][]) => void;
  private readonly reject: (error: Error) => void;
  private readonly rows: Buffer[][] = [];
  private header = HEADER;

  constructor(text: string, resolve: (rows: Buffer[][]) => void, reject: (error: Error) => void) {
    this.text = text;
    this.resolve = resolve;
    this.reject = reject;
  }

  submit = (connection: pg.Connection): void => connection.query(this.text);

  /** Receives a row, in a buffer that pg reuses, or the end marker. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    const fields = chunk.readInt16BE(this.header);
    if (fields !== END) this.rows.push(readFields(Buffer.from(chunk.subarray(this.header + 2)), fields));
    this.header = 0;
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.resolve(this.rows);
  }

  handleError(error: Error): void {
    this.reject(error);
  }
}
