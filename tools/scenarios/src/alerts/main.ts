import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@touchline/local-stack/dependencies/ports';
import { prometheusPrograms } from '@touchline/local-stack/dependencies/prometheus';
import { query } from '@touchline/local-stack/dependencies/query';
import { waitUntil } from '@touchline/local-stack/dependencies/wait';
import { startProduct } from '@touchline/local-stack/product';
import { SERVICES } from '@touchline/local-stack/supervisor/services';
import { alertsOf, panels, RULES } from './expressions.ts';
import { type RunningPrometheus, startPrometheus } from './scrape.ts';

const SETTLED_MS = 60_000;

const giveUp = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => giveUp.abort());
const say = (text: string) => console.log(text);
let passed = 0;
let failed = 0;

async function check(what: string, work: () => Promise<unknown> | unknown): Promise<void> {
  try {
    await work();
    passed++;
    say(`passed: ${what}`);
  } catch (error) {
    failed++;
    say(`FAILED: ${what}\n  ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** What promtool says of the files in deploy/prometheus. */
async function checkFiles(promtool: string) {
  const commands = [
    ['check', 'config', 'prometheus.yml'],
    ['check', 'rules', 'alerts.yml'],
    ['test', 'rules', 'alerts.test.yml'],
  ];
  for (const args of commands)
    await check(`promtool ${args.join(' ')}`, () => {
      const { status, stdout, stderr } = spawnSync(promtool, args, { cwd: RULES, encoding: 'utf8' });
      if (status !== 0) throw new Error(`${stdout}${stderr}`);
    });
}

async function checkScraped(prometheus: RunningPrometheus) {
  const wait = (what: string, done: () => Promise<boolean>) =>
    waitUntil(done, { what, timeoutMs: SETTLED_MS, everyMs: 500, signal: giveUp.signal });
  await check('production scrapes every service', () => {
    const missing = SERVICES.filter(({ name }) => !prometheus.services.includes(name));
    if (missing.length > 0 || prometheus.services.length !== SERVICES.length)
      throw new Error(`prometheus.yml names ${prometheus.services.join(', ')}`);
  });
  for (const { name } of SERVICES)
    await check(`${name} is up`, () =>
      wait(`${name} to be up`, async () => (await prometheus.valuesByPart('up'))[name] === '1'),
    );
  const alerts = await alertsOf(prometheus.url);
  for (const { name, metrics } of [...alerts, ...panels()])
    await check(`${name} reads ${metrics.join(', ')}`, async () => {
      if (metrics.length === 0) throw new Error('it names no metric');
      await wait(`all of ${metrics.join(', ')}`, async () => {
        const known = await prometheus.metricNames();
        return metrics.every((metric) => known.has(metric));
      });
    });
  const shown = new Set(panels().flatMap(({ metrics }) => metrics));
  for (const { name, metrics } of alerts)
    await check(`${name} has a panel`, () => {
      if (!metrics.some((metric) => shown.has(metric)))
        throw new Error(`no panel shows ${metrics.join(', ')}`);
    });
  for (const { name } of alerts)
    await check(`${name} is evaluated, and silent while all is well`, () =>
      wait(`${name} to be evaluated`, async () => {
        const now = (await alertsOf(prometheus.url)).find((alert) => alert.name === name);
        if (now?.state === 'firing' || now?.health === 'err')
          throw new Error(`${now.state} ${now.lastError}`);
        return now?.health === 'ok' && now.state === 'inactive';
      }),
    );
}

/** The role that deploy/postgres-roles.sh makes, on the database of this product. Returns its URL. */
async function makeMetricsRole(home: string, serviceUrl: string): Promise<string> {
  const { postgres } = JSON.parse(readFileSync(join(home, 'secrets.json'), 'utf8')) as { postgres: string };
  const as = (user: string, password: string) =>
    Object.assign(new URL(serviceUrl), { username: user, password }).href;
  const database = new URL(serviceUrl).pathname.slice(1);
  for (const sql of [
    "create role metrics login connection limit 5 password 'metrics'",
    'grant pg_monitor to metrics',
    `grant connect on database ${database} to metrics`,
  ])
    await query(as('postgres', postgres), sql);
  return as('metrics', 'metrics');
}

async function main(): Promise<void> {
  const programs = await prometheusPrograms(say);
  await checkFiles(programs.promtool);
  const home = await mkdtemp(join(tmpdir(), 'touchline-alerts-'));
  try {
    const targets = await Promise.all(
      SERVICES.map(async ({ name }) => ({ service: name, port: await freePort() })),
    );
    const env = Object.fromEntries(targets.map(({ service, port }) => [service, { METRICS_PORT: String(port) }]));
    const product = await startProduct({ home: join(home, 'product'), env, say, signal: giveUp.signal });
    try {
      const watched = await makeMetricsRole(join(home, 'product'), product.databaseUrl('games'));
      const prometheus = await startPrometheus(programs, join(home, 'prometheus'), targets, watched);
      await checkScraped(prometheus).finally(() => prometheus.stop());
    } finally {
      await product.stop();
    }
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

await main().catch((error: unknown) => {
  failed++;
  console.error(error);
});
say(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
