import { log } from '../figures/log.ts';
import { type CpuMeters, formatCpu, measure } from '../figures/measure.ts';
import { quantile } from '../figures/statistics.ts';
import type { ServiceProcess } from '../host/service-process.ts';
import type { LoadOptions } from '../load/load.ts';
import { loadInThread } from '../load/load-in-thread.ts';

const CONNECTIONS = 16;
const SECONDS = 8;

/** Meter of several processes together. */
export const sumCpu = (processes: readonly ServiceProcess[]) => () =>
  processes.reduce((sum, { cpuMs }) => sum + cpuMs(), 0);

/**
 * Reads a page at all these ports concurrently, each from a separate thread.
 * @returns us: CPU time per response; failed: responses with another status than 200 and 304
 */
export async function measureReads<Name extends string>(
  what: string,
  { ports, ...page }: { ports: readonly number[] } & Pick<LoadOptions, 'path' | 'headers'>,
  meters: CpuMeters<Name>,
): Promise<{ us: Record<Name, number>; failed: number }> {
  const options = { ...page, connections: CONNECTIONS, seconds: SECONDS };
  const { result, cpu } = await measure(meters, () =>
    Promise.all(ports.map((port) => loadInThread({ port, ...options }))),
  );
  const responses = result.reduce((sum, load) => sum + load.responses, 0);
  const failed = result.reduce((sum, load) => sum + load.failed, 0);
  const perSecond = result.reduce((sum, load) => sum + load.responses / load.seconds, 0);
  const p99 = Math.max(...result.map(({ latencies }) => quantile(latencies, 0.99)));
  log(`${what}: ${perSecond.toFixed(0)}/s, ${formatCpu(cpu, responses)} per page; p99 ${p99.toFixed(1)} ms`);
  const us = Object.entries<number>(cpu).map(([name, ms]) => [name, (ms * 1_000) / responses]);
  return { us: Object.fromEntries(us) as Record<Name, number>, failed };
}
