import { type Database, query } from '../data/database.ts';

/** Runs `work` and returns the plan of its first statement that matches, one step per line. @throws Error without such a statement */
export async function explainStatement(
  db: Database,
  statement: RegExp,
  work: () => Promise<unknown>,
  options: { seqScan?: boolean } = {},
): Promise<string> {
  const executed: { sql: string; bindings: string[] }[] = [];
  const record = (one: { sql: string; bindings: string[] }) => executed.push(one);
  db.on('query', record);
  await work().finally(() => db.off('query', record));
  const found = executed.find(({ sql }) => statement.test(sql));
  if (!found) throw new Error(`no statement matches ${statement}`);
  return db.transaction(async (trx) => {
    // Postgres scans small tables of tests.
    if (options.seqScan === false) await trx.raw('set local enable_seqscan = off');
    const sql = `explain ${found.sql.replaceAll(/\$\d+/g, '?')}`;
    const lines = await query<{ 'QUERY PLAN': string }>(trx, sql, found.bindings);
    return lines.map((line) => line['QUERY PLAN']).join('\n');
  });
}
