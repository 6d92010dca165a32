import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { freePort } from '@touchline/local-stack/dependencies/ports';
import { prometheusPrograms } from '@touchline/local-stack/dependencies/prometheus';
import { query } from '@touchline/local-stack/dependencies/query';
import { waitUntil } from '@touchline/local-stack/dependencies/wait';
import { withProduct } from '@touchline/local-stack/product';
import { SERVICES } from '@touchline/local-stack/supervisor/services';
import { runScenario } from '../run-command.ts';
import { fetchAlerts, RULES_DIR, readPanels } from './expressions.ts';
import { type RunningPrometheus, readConfiguration, startPrometheus } from './scrape.ts';

const SETTLED_MS = 60_000;

const log = (text: string) => console.log(text);
let passed = 0;
let failed = 0;

async function check(name: string, work: () => Promise<unknown> | unknown): Promise<void> {
  try {
    await work();
    passed++;
    log(`passed: ${name}`);
  } catch (error) {
    failed++;
    log(`FAILED: ${name}\n  ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Checks the files in deploy/prometheus with promtool. */
async function checkFiles(promtool: string) {
  const folder = mkdtempSync(join(tmpdir(), 'touchline-prometheus-'));
  const configuration = join(folder, 'prometheus.yml');
  writeFileSync(configuration, readConfiguration());
  const commands = [
    ['check', 'config', configuration],
    ['check', 'rules', 'alerts.yml'],
    ['test', 'rules', 'alerts.test.yml'],
  ];
  for (const args of commands)
    await check(`promtool ${args.map((arg) => basename(arg)).join(' ')}`, () => {
      const { status, stdout, stderr } = spawnSync(promtool, args, { cwd: RULES_DIR, encoding: 'utf8' });
      if (status !== 0) throw new Error(`${stdout}${stderr}`);
    });
  rmSync(folder, { recursive: true });
}

async function checkScraped(prometheus: RunningPrometheus, signal: AbortSignal) {
  const wait = (what: string, done: () => Promise<boolean>) =>
    waitUntil(done, { what, timeoutMs: SETTLED_MS, everyMs: 500, signal });
  await check('prometheus.yml scrapes every service', () => {
    const missing = SERVICES.filter(({ name }) => !prometheus.services.includes(name));
    if (missing.length > 0 || prometheus.services.length !== SERVICES.length)
      throw new Error(`prometheus.yml lists ${prometheus.services.join(', ')}`);
  });
  for (const { name } of SERVICES)
    await check(`${name} is up`, () =>
      wait(`${name} to be up`, async () => (await prometheus.queryByService('up'))[name] === '1'),
    );
  const alerts = await fetchAlerts(prometheus.url);
  // `team_service_ready` exists only if teams have registered services.
  const read = [...alerts, ...readPanels()].filter(({ metrics }) => !metrics.includes('team_service_ready'));
  for (const { name, metrics } of read)
    await check(`${name} reads ${metrics.join(', ')}`, async () => {
      if (metrics.length === 0) throw new Error('the expression reads no metric');
      await wait(`all of ${metrics.join(', ')}`, async () => {
        const names = await prometheus.metricNames();
        return metrics.every((metric) => names.has(metric));
      });
    });
  for (const { name } of alerts)
    await check(`${name} is evaluated and inactive on a healthy product`, () =>
      wait(`${name} to be evaluated`, async () => {
        const now = (await fetchAlerts(prometheus.url)).find((alert) => alert.name === name);
        if (now?.state === 'firing' || now?.health === 'err')
          throw new Error(`${now.state} ${now.lastError}`);
        return now?.health === 'ok' && now.state === 'inactive';
      }),
    );
}

/** Creates the metrics role of deploy/postgres-roles.sh in the database of this product. @returns its database URL */
async function createMetricsRole(home: string, serviceUrl: string): Promise<string> {
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

async function checkAlerts(signal: AbortSignal): Promise<void> {
  const programs = await prometheusPrograms(log);
  await checkFiles(programs.promtool);
  const targets = await Promise.all(
    SERVICES.map(async ({ name }) => ({ service: name, port: await freePort() })),
  );
  const env = Object.fromEntries(
    targets.map(({ service, port }) => [service, { METRICS_PORT: String(port) }]),
  );
  await withProduct({ env, say: log, signal }, async (product, home) => {
    const metricsUrl = await createMetricsRole(home, product.databaseUrl('games'));
    const prometheus = await startPrometheus(programs, join(home, 'prometheus'), targets, metricsUrl);
    await checkScraped(prometheus, signal).finally(() => prometheus.stop());
  });
}

runScenario(async (signal) => {
  await checkAlerts(signal).catch((error: unknown) => {
    failed++;
    console.error(error);
  });
  return { passed, failed };
});
