/** Words of the query language that stand where a metric could. */
const WORDS = new Set([
  'and',
  'or',
  'unless',
  'offset',
  'bool',
  'by',
  'without',
  'on',
  'ignoring',
  'inf',
  'nan',
]);

/** The metrics that an expression of Prometheus reads. */
export function namedMetrics(expression: string): string[] {
  const names = expression
    .replace(/"[^"]*"/g, '')
    .replace(/\{[^}]*\}|\[[^\]]*\]/g, ' ')
    .replace(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, ' ')
    .matchAll(/(?<![\w.])[a-z_:][\w:]*(?![\w:]|\s*\()/gi);
  return [...new Set([...names].map(([name]) => name))].filter((name) => !WORDS.has(name));
}
