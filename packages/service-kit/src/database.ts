import knexFactory, { type Knex } from 'knex';
import pg from 'pg';
import type { Log } from './log.ts';
import { traceStatements } from './traced-statements.ts';
import { getTraces } from './traces.ts';

/** A service's schema as its stores use it: knex on a pool, or a transaction on it. */
export type Database = Knex;

interface OpenOptions {
  /** Size of the pool, default 10. */
  connections?: number;
  /** Statements that take longer fail; default 3,000 ms. */
  statementTimeoutMs?: number;
  /**
   * Postgres reads no table from end to end where an index leads to the rows, however small the table is. For pools of
   * `preparedQuery`: its plan is kept, and one made for thirty rows would still be followed when a crowd has made them a million.
   */
  preferIndexes?: boolean;
  /** Receives knex's warnings about lost connections; default: the console. */
  log?: Log;
}

/** Extra settings carried on the knex instance (its userParams); transactions share them. */
interface DatabaseInfo {
  url: string;
  schema: string;
  /** Called after a commit that wrote to the outbox. */
  outboxListeners: Set<() => void>;
}

const INT8 = 20;
const NUMERIC = 1700;
const TIMESTAMPTZ = 1184;

/**
 * Types of the values read: int8 (counts, sequences) is a number, an error beyond 2^53; numeric (wei, thousandths of sums)
 * is the exact string; timestamptz is epoch milliseconds; json is parsed. Write a time as a Date.
 */
const types = {
  getTypeParser(oid: number, format?: string) {
    if (format === 'binary') return pg.types.getTypeParser(oid, 'binary');
    if (oid === INT8) return safeInteger;
    if (oid === NUMERIC) return (text: string) => text;
    if (oid === TIMESTAMPTZ) return epochMs;
    return pg.types.getTypeParser(oid, 'text');
  },
};

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a number`);
  return value;
}

/** V8 reads the format of Postgres as it is, three times as fast as pg's own parser. */
function epochMs(text: string): number {
  const value = Date.parse(text);
  if (Number.isNaN(value)) throw new RangeError(`${text} is not a point in time`);
  return value;
}

/**
 * Opens a pool on the service's schema. It connects with the first query and replaces lost connections: a restart of
 * Postgres costs only the queries it interrupts.
 */
export function openDatabase(url: string, schema: string, options: OpenOptions = {}): Database {
  const facts: DatabaseInfo = { url, schema, outboxListeners: new Set() };
  const db = knexFactory({
    client: 'pg',
    connection: {
      ...connectionSettings(facts),
      ...timeouts(options.statementTimeoutMs ?? 3_000),
      ...(options.preferIndexes ? { options: '-c enable_seqscan=off' } : {}),
    },
    searchPath: [schema],
    pool: { min: 0, max: options.connections ?? 10 },
    acquireConnectionTimeout: 5_000,
    ...(options.log ? { log: knexLog(options.log) } : {}),
  });
  db.userParams = { facts };
  const traces = getTraces();
  if (traces) traceStatements(db, traces, schema);
  return db;
}

function knexLog(log: Log) {
  const say = (text: unknown) => log.warn({ knex: String(text) }, 'database');
  return { warn: say, error: say, deprecate: say, debug: () => {} };
}

/** Longer than the outbox waits for NATS while its transaction is open. */
const IDLE_IN_TRANSACTION_MS = 60_000;

/**
 * A statement that waits for a lock gives up before its own time is over, and a transaction that its process has
 * forgotten ends, with its locks.
 */
function timeouts(statementTimeoutMs: number) {
  return {
    statement_timeout: statementTimeoutMs,
    lock_timeout: Math.ceil(statementTimeoutMs * 0.8),
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
  };
}

function connectionSettings(facts: DatabaseInfo) {
  return {
    connectionString: facts.url,
    application_name: facts.schema,
    connectionTimeoutMillis: 3_000,
    keepAlive: true,
    types,
  };
}

/** The rows of a SQL statement; `Row` is what its columns are. */
export async function query<Row>(db: Database, sql: string, bindings: Bindings = []): Promise<Row[]> {
  const result: { rows: Row[] } = await db.raw(sql, bindings as Knex.RawBinding[]);
  return result.rows;
}

/**
 * The rows of a statement that Postgres analyses and plans once per connection: for small ones that many calls repeat, where
 * that is most of their cost. The name says which statement it is; its plan must suit all values (see `byIndex`), and a migration must leave the
 * types of its columns as they are while processes of the release before run.
 */
export async function preparedQuery<Row>(
  db: Database,
  name: string,
  sql: string,
  bindings: Bindings,
): Promise<Row[]> {
  const result: { rows: Row[] } = await db.raw(sql, bindings as Knex.RawBinding[]).options({ name });
  return result.rows;
}

/** The first row of a SQL statement; undefined when there is none. */
export async function queryOne<Row>(
  db: Database,
  sql: string,
  bindings: Bindings = [],
): Promise<Row | undefined> {
  return (await query<Row>(db, sql, bindings))[0];
}

/** Values by position (`?`) or by name (`:name`). */
type Bindings = readonly unknown[] | Readonly<Record<string, unknown>>;

/** A connection outside the pool, without these timeouts, for locks that are held long. */
export function createDedicatedClient(db: Database): pg.Client {
  return new pg.Client(connectionSettings(getDatabaseInfo(db)));
}

/** Schema and hooks of a handle or of a transaction on it. */
export function getDatabaseInfo(db: Database): DatabaseInfo {
  const facts = (db.userParams as { facts?: DatabaseInfo }).facts;
  if (!facts) throw new Error('this database was not opened by openDatabase');
  return facts;
}

/** Whether Postgres responds; for readiness checks. */
export async function isDatabaseReachable(db: Database): Promise<boolean> {
  return db.raw('select 1').then(
    () => true,
    () => false,
  );
}

const CONNECTION_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** Whether the error means that Postgres is down, starting or overloaded, as opposed to a bad statement. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'KnexTimeoutError') return true;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // 08: connection; 53: too many; 57P: shutting down or starting; the rest: timeouts of statement, lock, transaction
  if (/^(08...|53...|57P0.|57014|55P03|25P03)$/.test(code) || CONNECTION_ERRORS.has(code)) return true;
  return code === '' && /^(Connection terminated|timeout expired)/.test(error.message); // pg gives these no code
}
