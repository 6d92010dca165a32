/** Keywords of the query language that look like metrics. */
const KEYWORDS = new Set([
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

/** Extracts the metrics that a Prometheus expression reads. */
export function extractMetrics(expression: string): string[] {
  const names = expression
    .replace(/"[^"]*"/g, '')
    .replace(/\{[^}]*\}|\[[^\]]*\]/g, ' ')
    .replace(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, ' ')
    .matchAll(/(?<![\w.])[a-z_:][\w:]*(?![\w:]|\s*\()/gi);
  return [...new Set([...names].map(([name]) => name))].filter((name) => !KEYWORDS.has(name));
}
