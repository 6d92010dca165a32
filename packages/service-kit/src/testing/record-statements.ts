import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import pg from 'pg';

/** A statement with the rows that Postgres returned, and their size in bytes. */
export interface RecordedStatement {
  text: string;
  rows: number;
  bytes: number;
}

interface Recording {
  /** Ends the recording and returns the statements of each request in their order, by its header `RECORDED_AS`. */
  stop(): Map<string, RecordedStatement[]>;
}

/** Statement with which a new connection starts. */
const SET_UP = 'set search_path';
const REQUEST_STARTED = 'http.server.request.start';
/** Header that names a request whose statements are recorded. */
export const RECORDED_AS = 'x-recorded-as';

interface Started {
  request: { headers: Record<string, string | undefined> };
}
type Query = (this: pg.Client, config: string | { text: string }, ...rest: unknown[]) => unknown;

/** More than the lifetime of any cached read. */
const STEP_MS = 600_000;

/**
 * Records the statements that requests to services in this process execute. Statements of jobs and events are left out. The monotonic
 * clock jumps with each request, so that no cached read is used and the statements do not depend on the speed of the machine.
 */
export function recordStatements(): Recording {
  const recorded = new Map<string, RecordedStatement[]>();
  /** Last statement of each connection, which executes one at a time; null outside a request. */
  const current = new WeakMap<pg.Connection, RecordedStatement | null>();
  const context = new AsyncLocalStorage<string | undefined>();
  const { now } = performance;
  let skipped = 0;
  let isRunning = true;
  const begin = (message: unknown) => {
    skipped += STEP_MS;
    context.enterWith((message as Started).request.headers[RECORDED_AS]);
  };
  const follow = (connection: pg.Connection) => {
    const count = ({ length }: { length: number }) => {
      const statement = current.get(connection);
      if (!statement || !isRunning) return;
      statement.rows += 1;
      statement.bytes += length;
    };
    for (const message of ['dataRow', 'copyData']) connection.on(message, count);
  };
  const query = pg.Client.prototype.query as Query;
  const record: Query = function (config, ...rest) {
    const { connection } = this as unknown as { connection: pg.Connection };
    if (!current.has(connection)) follow(connection);
    const request = context.getStore();
    const text = typeof config === 'string' ? config : config.text;
    const statement = request === undefined || text.startsWith(SET_UP) ? null : { text, rows: 0, bytes: 0 };
    current.set(connection, statement);
    if (statement) recorded.set(request!, [...(recorded.get(request!) ?? []), statement]);
    return query.call(this, config, ...rest);
  };
  subscribe(REQUEST_STARTED, begin);
  pg.Client.prototype.query = record as never;
  performance.now = () => now.call(performance) + skipped;
  return {
    stop() {
      unsubscribe(REQUEST_STARTED, begin);
      pg.Client.prototype.query = query as never;
      performance.now = now;
      isRunning = false;
      return recorded;
    },
  };
}
