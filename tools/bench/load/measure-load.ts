import { log } from '../figures/log.ts';
import { type CpuMeters, formatCpu, measure } from '../figures/measure.ts';
import { formatTimes, quantile } from '../figures/statistics.ts';
import type { LoadOptions } from './load.ts';
import { loadInThread } from './load-in-thread.ts';

/** Figures of a load run. */
export interface LoadFigures<Name extends string> {
  perSecond: number;
  p99: number;
  /** CPU time of each process per response, in µs. */
  us: Readonly<Record<Name, number>>;
}

/**
 * Runs a load in a separate thread and logs its figures.
 * @throws Error for failed responses, which are no measurement
 */
export async function measureLoad<Name extends string>(
  what: string,
  options: LoadOptions,
  meters: CpuMeters<Name>,
): Promise<LoadFigures<Name>> {
  const { result, cpu } = await measure(meters, () => loadInThread(options));
  const { responses, failed, seconds, latencies } = result;
  const perSecond = responses / seconds;
  log(`${what}: ${perSecond.toFixed(0)}/s, ${formatTimes(latencies)}; ${formatCpu(cpu, responses)}`);
  if (failed > 0) throw new Error(`${what}: ${failed} of ${responses} requests failed`);
  const us = Object.entries<number>(cpu).map(([name, ms]) => [name, (ms * 1_000) / responses]);
  return {
    perSecond,
    p99: quantile(latencies, 0.99),
    us: Object.fromEntries(us) as Record<Name, number>,
  };
}
