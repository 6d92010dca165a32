import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '@touchline/local-stack/product';
import { z } from 'zod';
import { extractMetrics } from './extract-metrics.ts';

export const RULES_DIR = join(PROJECT, 'deploy/prometheus');

const dashboard = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })),
});

/** A dashboard panel or an alert with the metrics that it reads. */
export interface MetricConsumer {
  readonly name: string;
  readonly metrics: readonly string[];
}

/** Reads the panels of the Grafana dashboard. */
export function readPanels(): MetricConsumer[] {
  const text = readFileSync(join(PROJECT, 'deploy/grafana/touchline.json'), 'utf8');
  return dashboard.parse(JSON.parse(text)).panels.map(({ title, targets }) => ({
    name: `panel "${title}"`,
    metrics: targets.flatMap(({ expr }) => extractMetrics(expr)),
  }));
}

/** Response of Prometheus to /api/v1/rules. */
const rulesResponse = z.object({
  data: z.object({
    groups: z.array(
      z.object({
        rules: z.array(
          z.object({
            name: z.string(),
            query: z.string(),
            health: z.string(),
            state: z.string(),
            lastError: z.string().optional(),
          }),
        ),
      }),
    ),
  }),
});

/** Fetches the alerts with their state from a running Prometheus. */
export async function fetchAlerts(prometheus: string) {
  const response = rulesResponse.parse(await (await fetch(`${prometheus}/api/v1/rules?type=alert`)).json());
  return response.data.groups
    .flatMap(({ rules }) => rules)
    .map((rule) => ({ ...rule, name: `alert ${rule.name}`, metrics: extractMetrics(rule.query) }));
}
