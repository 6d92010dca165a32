// Every alert has a section in docs/runbook.md, named by its annotation, a case in alerts.test.yml in which it fires, and a panel of the
// dashboard that shows one of its metrics.
// No panel of the dashboard combines metrics with `or`: of aggregates with the same labels it shows the first only.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const read = (path) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8');
const runbook = new Set(
  [...read('docs/runbook.md').matchAll(/^## (.+)$/gm)].map(([, title]) => title.toLowerCase()),
);
const cases = read('deploy/prometheus/alerts.test.yml');
const { panels } = JSON.parse(read('deploy/grafana/touchline.json'));
/** Extracts the metrics of an expression. This check runs before tools are compiled, so it cannot import the function of tools/scenarios. */
const extractMetrics = (expression) =>
  expression
    .replace(/"[^"]*"/g, '')
    .replace(/\{[^}]*\}|\b(?:by|without|on|ignoring)\s*\([^)]*\)/g, ' ')
    .match(/\b(?:up|[a-z]+_[a-z0-9_]+)\b(?!\s*\()/g) ?? [];
const shown = new Set(panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => extractMetrics(expr))));
const problems = read('deploy/prometheus/alerts.yml')
  .split('- alert: ')
  .slice(1)
  .flatMap((rule) => {
    const name = /^\w+/.exec(rule)[0];
    const expression = /expr:([\s\S]*?)\n +(?:for|labels):/.exec(rule)[1];
    const anchor = /runbook\.md#(\w+)/.exec(rule)?.[1];
    return [
      runbook.has(anchor) ? [] : `${name}: docs/runbook.md has no section ${anchor}`,
      new RegExp(`alertname: ${name},\\s*exp_alerts:\\s*\\[\\s*\\{`).test(cases)
        ? []
        : `${name}: alerts.test.yml has no case in which it fires`,
      extractMetrics(expression).some((metric) => shown.has(metric))
        ? []
        : `${name}: no panel shows its metrics`,
    ].flat();
  });
for (const { title, targets } of panels)
  for (const { expr } of targets)
    if (/\bor\b/.test(expr.replace(/"[^"]*"/g, '')))
      problems.push(`panel "${title}": a target for each metric instead of \`or\``);
for (const problem of problems) console.log(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
