import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '@touchline/local-stack/product';
import { z } from 'zod';
import { namedMetrics } from './extract-metrics.ts';

export const RULES = join(PROJECT, 'deploy/prometheus');

const board = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })),
});

/** What a panel of the board or an alert reads. */
export interface Reader {
  readonly name: string;
  readonly metrics: readonly string[];
}

export function panels(): Reader[] {
  const text = readFileSync(join(PROJECT, 'deploy/grafana/touchline.json'), 'utf8');
  return board.parse(JSON.parse(text)).panels.map(({ title, targets }) => ({
    name: `panel "${title}"`,
    metrics: targets.flatMap(({ expr }) => namedMetrics(expr)),
  }));
}

/** Prometheus' answer to /api/v1/rules. */
const rulesAnswer = z.object({
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

/** The alerts as a running Prometheus reads and evaluates them. */
export async function alertsOf(prometheus: string) {
  const answer = rulesAnswer.parse(await (await fetch(`${prometheus}/api/v1/rules?type=alert`)).json());
  return answer.data.groups
    .flatMap(({ rules }) => rules)
    .map((rule) => ({ ...rule, name: `alert ${rule.name}`, metrics: namedMetrics(rule.query) }));
}
