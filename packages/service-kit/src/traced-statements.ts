import type { Knex } from 'knex';
import type { Traces } from './span.ts';

/** knex reports no end of these. */
const NO_END = /^(begin|commit|rollback|savepoint|release|set transaction)\b/i;
const MAX_TEXT = 2_000;

interface Statement {
  __knexQueryUid?: string;
  sql: string;
}

/** A span for each statement that a call, question or event makes: its text with `$1` for values, as knex sends it. */
export function traceStatements(db: Knex, traces: Traces, schema: string): void {
  const open = new Map<string, (failed?: string) => void>();
  const end = ({ __knexQueryUid: id }: Statement, failed?: string) => {
    if (id === undefined) return;
    open.get(id)?.(failed);
    open.delete(id);
  };
  db.on('query', ({ __knexQueryUid: id, sql }: Statement) => {
    if (id === undefined || NO_END.test(sql)) return;
    const [verb = ''] = /^\w+/.exec(sql.trimStart()) ?? [];
    const attributes = {
      'db.system.name': 'postgresql',
      'db.namespace': schema,
      'db.query.text': sql.slice(0, MAX_TEXT),
    };
    const ended = traces.begin({ name: `${verb.toLowerCase()} ${schema}`, kind: 'client', attributes });
    if (ended) open.set(id, ended);
  });
  db.on('query-response', (_rows: unknown, statement: Statement) => end(statement));
  db.on('query-error', (error: { code?: unknown }, statement: Statement) =>
    end(statement, typeof error.code === 'string' ? error.code : 'error'),
  );
}
