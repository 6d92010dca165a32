import pg from 'pg';
import type { Database } from './database.ts';

/** Signature, flags, and the length of an extension that there is not: they come with the first row. */
const HEADER = 19;
const END = -1;
const NOTHING = Buffer.alloc(0);

/**
 * The fields of a select's rows, as the bytes that Postgres sends for their types; null is empty. For what is large: nothing
 * goes the way over text, and nothing is made for each of the values that a field packs together. Rows of up to 64 kB leave
 * the least garbage: pg makes a buffer for each that is longer than what it receives at once.
 * @param sql with `$1` ... for `values`
 */
export async function queryBytes(
  db: Database,
  sql: string,
  values: readonly (string | number)[],
): Promise<Buffer[][]> {
  const text = sql.replace(/\$(\d+)/g, (_, place) => pg.escapeLiteral(String(values[Number(place) - 1])));
  const connection: pg.Client = await db.client.acquireConnection();
  try {
    return await new Promise<Buffer[][]>((resolve, reject) => {
      connection.query(new CopyOut(`copy (${text}) to stdout (format binary)`, resolve, reject));
    });
  } finally {
    await db.client.releaseConnection(connection);
  }
}

function readFields(row: Buffer, fieldCount: number): Buffer[] {
  const fields: Buffer[] = [];
  for (let at = 0; fields.length < fieldCount; ) {
    const length = row.readInt32BE(at);
    at += 4;
    fields.push(length < 0 ? NOTHING : row.subarray(at, at + length));
    at += Math.max(0, length);
  }
  return fields;
}

/** A query as pg runs it. */
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

  /** A row, which is part of a buffer that pg uses again; or the end. */
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
