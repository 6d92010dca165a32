import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startChild, whenReady } from '@touchline/local-stack/dependencies/child';
import { freePort } from '@touchline/local-stack/dependencies/ports';
import type { PrometheusPrograms } from '@touchline/local-stack/dependencies/prometheus';
import { RULES_DIR } from './expressions.ts';

/** Port of the metrics of a service. */
export interface ScrapeTarget {
  readonly service: string;
  readonly port: number;
}

const DNS =
  /^ {4}dns_sd_configs:\n {6}- names: \[([^\]]*)\]\n(?: {8}.*\n)+ {4}relabel_configs:\n(?: {6}.*\n?)+/m;

/**
 * Reads the production configuration, without the jobs of teams' services: Debian's Prometheus 2.42 cannot include files with jobs.
 * Its rules are read from the repository.
 */
export function readConfiguration(): string {
  const text = readFileSync(join(RULES_DIR, 'prometheus.yml'), 'utf8');
  const included = /^scrape_config_files: .*\n/m;
  const rules = 'rule_files: [alerts.yml,';
  if (!included.test(text) || !text.includes(rules))
    throw new Error('prometheus.yml does not include the expected files');
  return text.replace(included, '').replace(rules, `rule_files: [${join(RULES_DIR, 'alerts.yml')},`);
}

/**
 * Adapts the production configuration to one machine: addresses instead of DNS names, and an interval of one second. Jobs,
 * rules and labels stay the same.
 */
function buildConfiguration(
  targets: readonly ScrapeTarget[],
  exporters: Readonly<Record<string, string>>,
): { text: string; services: string[] } {
  const text = readConfiguration();
  const [, names] = DNS.exec(text) ?? [];
  if (names === undefined) throw new Error('prometheus.yml does not use the expected dns_sd_configs');
  const fixed = targets.map(
    ({ service, port }) => `      - { targets: ['127.0.0.1:${port}'], labels: { service: ${service} } }\n`,
  );
  let config = text.replace(DNS, `    static_configs:\n${fixed.join('')}`);
  for (const [host, address] of Object.entries(exporters)) {
    if (!config.includes(host)) throw new Error(`prometheus.yml does not scrape ${host}`);
    config = config.replace(host, address);
  }
  return {
    text: config.replace(/_interval: 15s/g, '_interval: 1s'),
    services: names.split(',').map((name) => name.trim()),
  };
}

export interface RunningPrometheus {
  readonly url: string;
  /** Services that the production configuration looks up. */
  readonly services: readonly string[];
  /** Runs a query. @returns the values by the label `service` */
  queryByService(query: string): Promise<Record<string, string>>;
  metricNames(): Promise<Set<string>>;
  stop(): Promise<void>;
}

/**
 * Starts a Prometheus that scrapes the targets, a node exporter and a Postgres exporter. Its state is in `home`.
 * @param databaseUrl URL of a role that may read statistics
 */
export async function startPrometheus(
  programs: PrometheusPrograms,
  home: string,
  targets: readonly ScrapeTarget[],
  databaseUrl: string,
): Promise<RunningPrometheus> {
  mkdirSync(home, { recursive: true });
  const [machine, database] = [`127.0.0.1:${await freePort()}`, `127.0.0.1:${await freePort()}`];
  const exporter = await startChild({
    name: 'node-exporter',
    command: programs.nodeExporter,
    args: [`--web.listen-address=${machine}`],
  });
  const postgresExporter = await startChild({
    name: 'postgres-exporter',
    command: programs.postgresExporter,
    args: [`--web.listen-address=${database}`],
    env: { DATA_SOURCE_NAME: `${databaseUrl}?sslmode=disable` },
  });
  const { text, services } = buildConfiguration(targets, {
    'node-exporter:9100': machine,
    'postgres-exporter:9187': database,
  });
  const file = join(home, 'prometheus.yml');
  writeFileSync(file, text);
  const port = await freePort();
  const child = await startChild({
    name: 'prometheus',
    command: programs.prometheus,
    args: [
      `--config.file=${file}`,
      `--storage.tsdb.path=${join(home, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
  });
  const url = `http://127.0.0.1:${port}`;
  await whenReady(child, async () => (await fetch(`${url}/-/ready`)).ok, {
    what: 'prometheus to be ready',
    timeoutMs: 30_000,
  });
  return {
    url,
    services,
    async queryByService(query) {
      const response = await fetch(`${url}/api/v1/query?${new URLSearchParams({ query })}`);
      const { data } = (await response.json()) as {
        data: { result: { metric: { service?: string }; value: [number, string] }[] };
      };
      return Object.fromEntries(data.result.map(({ metric, value }) => [metric.service ?? '', value[1]]));
    },
    async metricNames() {
      const response = await fetch(`${url}/api/v1/label/__name__/values`);
      return new Set(((await response.json()) as { data: string[] }).data);
    },
    stop: async () => void (await Promise.all([child.stop(), exporter.stop(), postgresExporter.stop()])),
  };
}
