import type { Knex } from 'knex';
import type { Traces } from '../process/traces-to-collector.ts';

/** Statements for which knex reports no end. */
const NO_END = /^(begin|commit|rollback|savepoint|release|set transaction)\b/i;
const MAX_TEXT = 2_000;

interface Statement {
  __knexQueryUid?: string;
  sql: string;
}

/** Creates a span for each statement of a request or event. The text has placeholders instead of values. */
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
    const endSpan = traces.start({ name: `${verb.toLowerCase()} ${schema}`, kind: 'client', attributes });
    if (endSpan) open.set(id, endSpan);
  });
  db.on('query-response', (_rows: unknown, statement: Statement) => end(statement));
  db.on('query-error', (error: { code?: unknown }, statement: Statement) =>
    end(statement, typeof error.code === 'string' ? error.code : 'error'),
  );
}
