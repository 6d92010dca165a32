import { Socket } from 'node:net';
import { TouchlineError } from '@touchline/api/errors';
import knexFactory, { type Knex } from 'knex';
import pg from 'pg';
import type { Log } from '../process/log.ts';
import { getTraces } from '../process/traces.ts';
import { traceStatements } from './traced-statements.ts';

/** Access to a service's schema: knex on a pool, or a transaction of it. */
export type Database = Knex;

interface OpenOptions {
  /** Size of the pool, default 10. */
  connections?: number;
  /** Timeout per statement; default 3,000 ms. With 0, statements and their responses may take any time. */
  statementTimeoutMs?: number;
  /** Longest wait for data of Postgres; default: longer than every statement may take. */
  responseTimeoutMs?: number;
  /** Receives knex's warnings about lost connections; default: the console. */
  log?: Log;
}

/** Settings stored on the knex instance (`userParams`); its transactions share them. */
interface DatabaseInfo {
  url: string;
  schema: string;
  /** Called after each commit that wrote to the outbox. */
  outboxListeners: Set<() => void>;
}

const INT8 = 20;
const NUMERIC = 1700;
const TIMESTAMPTZ = 1184;

/**
 * Converts column values: int8 (counts, sequences) to a number, or a RangeError beyond 2^53; numeric (wei, sums of
 * thousandths) to the exact string; timestamptz to epoch milliseconds; json to a parsed value. Write times as `Date`.
 */
const types = {
  getTypeParser(oid: number, format?: string) {
    if (format === 'binary') return pg.types.getTypeParser(oid, 'binary');
    if (oid === INT8) return parseSafeInteger;
    if (oid === NUMERIC) return (text: string) => text;
    if (oid === TIMESTAMPTZ) return parseEpochMs;
    return pg.types.getTypeParser(oid, 'text');
  },
};

function parseSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a number`);
  return value;
}

/** Uses `Date.parse`, which reads the Postgres format and is faster than the parser of pg. */
function parseEpochMs(text: string): number {
  const value = Date.parse(text);
  if (Number.isNaN(value)) throw new RangeError(`${text} is not a point in time`);
  return value;
}

/**
 * Prepared statements are planned for each execution. A cached plan would remain after the table has grown: Postgres replaces it
 * only after the next ANALYZE, and until then each lookup by `preparedQuery` could scan the table.
 */
const PLAN_EACH_EXECUTION = '-c plan_cache_mode=force_custom_plan';

/**
 * Opens a pool on the service's schema. It connects with the first query and replaces lost connections: a Postgres restart
 * fails only the queries in progress.
 */
export function openDatabase(url: string, schema: string, options: OpenOptions = {}): Database {
  const info: DatabaseInfo = { url, schema, outboxListeners: new Set() };
  const { statementTimeoutMs = 3_000, responseTimeoutMs = RESPONSE_TIMEOUT_MS } = options;
  const db = knexFactory({
    client: 'pg',
    connection: {
      ...buildConnectionSettings(info),
      ...buildTimeouts(statementTimeoutMs),
      stream: () => createSocket(statementTimeoutMs === 0 ? 0 : responseTimeoutMs),
      options: PLAN_EACH_EXECUTION,
    },
    searchPath: [schema],
    pool: { min: 0, max: options.connections ?? 10 },
    acquireConnectionTimeout: 5_000,
    ...(options.log ? { log: knexLog(options.log) } : {}),
  });
  db.userParams = { info };
  const traces = getTraces();
  if (traces) traceStatements(db, traces, schema);
  return db;
}

function knexLog(log: Log) {
  const warn = (text: unknown) => log.warn({ knex: String(text) }, 'database warning');
  return { warn, error: warn, deprecate: warn, debug: () => {} };
}

/** Longer than every statement timeout, which a server whose machine vanished does not enforce. */
const RESPONSE_TIMEOUT_MS = 150_000;

/**
 * Creates a socket that fails after this time without data; 0: never. Queries of a connection to a machine that vanished then fail, and
 * the pool replaces the connection. The operating system would wait for 15 minutes, because keepalive checks idle connections only.
 */
function createSocket(timeoutMs: number): Socket {
  const socket = new Socket();
  return socket.setTimeout(timeoutMs, () => socket.destroy(new Error('timeout expired')));
}

/** Longer than the outbox publisher waits for NATS within its transaction. */
const IDLE_IN_TRANSACTION_MS = 60_000;

/**
 * Timeouts of a connection: a lock wait fails before the statement timeout, and Postgres ends an idle transaction together
 * with its locks.
 */
function buildTimeouts(statementTimeoutMs: number) {
  return {
    statement_timeout: statementTimeoutMs,
    lock_timeout: Math.ceil(statementTimeoutMs * 0.8),
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
  };
}

function buildConnectionSettings(info: DatabaseInfo) {
  return {
    connectionString: info.url,
    application_name: info.schema,
    connectionTimeoutMillis: 3_000,
    keepAlive: true,
    // Finds idle connections to a machine that vanished. The default of the system is two hours.
    keepAliveInitialDelayMillis: 10_000,
    types,
  };
}

/** Runs a SQL statement and returns its rows; `Row` describes the columns. */
export async function query<Row>(db: Database, sql: string, bindings: Bindings = []): Promise<Row[]> {
  const result: { rows: Row[] } = await db.raw(sql, bindings as Knex.RawBinding[]);
  return result.rows;
}

/**
 * Runs a prepared statement, which Postgres parses once per connection; for small, frequent statements. The name identifies the
 * statement. A migration must not change the types of its columns while processes of the previous release are running.
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

/** Runs a SQL statement and returns its first row; undefined without rows. */
export async function queryOne<Row>(
  db: Database,
  sql: string,
  bindings: Bindings = [],
): Promise<Row | undefined> {
  return (await query<Row>(db, sql, bindings))[0];
}

/** Converts a wallet to the 20 bytes of a bytea column. Text that is not a wallet equals none of them. */
export const toWalletBytes = (wallet: string): Buffer => Buffer.from(wallet.slice(2), 'hex');

/** SQL expression that converts a text column with a wallet. */
export const walletBytesSql = (column: string): string => `decode(substr(${column}, 3), 'hex')`;

/** Values by position (`?`) or by name (`:name`). */
type Bindings = readonly unknown[] | Readonly<Record<string, unknown>>;

/**
 * Creates a client outside the pool, for long-held locks. The caller connects and ends it.
 * @param timeoutMs longest wait for the response to a query
 * @param leaseMs Postgres ends the session, and so releases its locks, after this time without a query; 0: never
 */
export function createDedicatedClient(
  db: Database,
  { timeoutMs, leaseMs }: { timeoutMs: number; leaseMs: number },
): pg.Client {
  return new pg.Client({
    ...buildConnectionSettings(getDatabaseInfo(db)),
    query_timeout: timeoutMs,
    options: `-c idle_session_timeout=${leaseMs}`,
  });
}

/** Returns schema and hooks of a database or one of its transactions. */
export function getDatabaseInfo(db: Database): DatabaseInfo {
  const info = (db.userParams as { info?: DatabaseInfo }).info;
  if (!info) throw new Error('this database was not opened by openDatabase');
  return info;
}

/** Reports whether Postgres responds; for readiness checks. */
export async function isDatabaseReachable(db: Database): Promise<boolean> {
  return db.raw('select 1').then(
    () => true,
    () => false,
  );
}

const CONNECTION_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** Errors of pg without a code; knex puts the statement in front. */
const CODELESS =
  /(^| - )(Connection terminated|timeout expired|Client (has encountered a connection error|was closed))/;

/** Reports whether the error means that Postgres is down, starting or overloaded, rather than a bad statement. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'KnexTimeoutError') return true;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // 08: connection; 53: too many; 57P: shutting down or starting; the rest: timeouts of statement, lock, transaction
  if (/^(08...|53...|57P0.|57014|55P03|25P03)$/.test(code) || CONNECTION_ERRORS.has(code)) return true;
  return code === '' && CODELESS.test(error.message);
}

/** Returns the error that a client gets. Only a TouchlineError is sent with its own text. */
export function toTouchlineError(error: unknown): TouchlineError {
  if (error instanceof TouchlineError) return error;
  if (isDatabaseUnavailable(error))
    return new TouchlineError(
      'UPSTREAM_UNAVAILABLE',
      'The service is busy or restarting. Please try again.',
      { retryAfter: 1, cause: error },
    );
  return new TouchlineError('INTERNAL', 'Something went wrong on our side. Please try again.', {
    cause: error,
  });
}
