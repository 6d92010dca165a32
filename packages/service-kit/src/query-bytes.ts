import pg from 'pg';
import type { Database } from './database.ts';

/** Signature, flags, length of an extension that there is not, and the number of fields in the row. */
const BEFORE_ROW = 21;
const NOTHING = Buffer.alloc(0);

/**
 * The fields of a select's only row, as the bytes that Postgres sends for their types; null is empty. For what is large:
 * nothing goes the way over text, and nothing is made for each of the values that a field packs together.
 * @param sql with `$1` ... for `values`
 */
export async function queryBytes(
  db: Database,
  sql: string,
  values: readonly (string | number)[],
): Promise<Buffer[]> {
  const text = sql.replace(/\$(\d+)/g, (_, place) => pg.escapeLiteral(String(values[Number(place) - 1])));
  const connection: pg.Client = await db.client.acquireConnection();
  try {
    const copied = await new Promise<Buffer>((resolve, reject) => {
      connection.query(new CopyOut(`copy (${text}) to stdout (format binary)`, resolve, reject));
    });
    return fieldsOf(copied);
  } finally {
    await db.client.releaseConnection(connection);
  }
}

function fieldsOf(copied: Buffer): Buffer[] {
  const fields: Buffer[] = [];
  let at = BEFORE_ROW;
  for (let left = copied.readInt16BE(at - 2); left > 0; left -= 1) {
    const length = copied.readInt32BE(at);
    at += 4;
    fields.push(length < 0 ? NOTHING : copied.subarray(at, at + length));
    at += Math.max(0, length);
  }
  return fields;
}

/** A query as pg runs it. */
class CopyOut implements pg.Submittable {
  private readonly text: string;
  private readonly resolve: (bytes: Buffer) => void;
  private readonly reject: (error: Error) => void;
  private readonly chunks: Buffer[] = [];

  constructor(text: string, resolve: (bytes: Buffer) => void, reject: (error: Error) => void) {
    this.text = text;
    this.resolve = resolve;
    this.reject = reject;
  }

  submit = (connection: pg.Connection): void => connection.query(this.text);

  /** The chunk is part of a buffer that pg uses again. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    this.chunks.push(Buffer.from(chunk));
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.resolve(Buffer.concat(this.chunks));
  }

  handleError(error: Error): void {
    this.reject(error);
  }
}
