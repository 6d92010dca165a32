// Every alert has a section in docs/runbook.md, named by its annotation, and a case in alerts.test.yml in which it fires.
// No panel of the dashboard combines metrics with `or`: of aggregates with the same labels it shows the first only.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const read = (path) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8');
const runbook = new Set(
  [...read('docs/runbook.md').matchAll(/^## (.+)$/gm)].map(([, title]) => title.toLowerCase()),
);
const cases = read('deploy/prometheus/alerts.test.yml');
const problems = read('deploy/prometheus/alerts.yml')
  .split('- alert: ')
  .slice(1)
  .flatMap((rule) => {
    const name = /^\w+/.exec(rule)[0];
    const anchor = /runbook\.md#(\w+)/.exec(rule)?.[1];
    return [
      runbook.has(anchor) ? [] : `${name}: docs/runbook.md has no section ${anchor}`,
      new RegExp(`alertname: ${name},\\s*exp_alerts:\\s*\\[\\s*\\{`).test(cases)
        ? []
        : `${name}: alerts.test.yml has no case in which it fires`,
    ].flat();
  });
for (const { title, targets } of JSON.parse(read('deploy/grafana/touchline.json')).panels)
  for (const { expr } of targets)
    if (/\bor\b/.test(expr.replace(/"[^"]*"/g, '')))
      problems.push(`panel "${title}": a target for each metric instead of \`or\``);
for (const problem of problems) console.log(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
