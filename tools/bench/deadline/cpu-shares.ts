import type { Product } from '@touchline/local-stack/product';
import { cpuMs, serverCpuMs } from '../host/process-stats.ts';

/** CPU time of each process of a product in ms, and of this process, which generates the load. */
export type CpuTimes = ReadonlyMap<string, number>;

export function readCpuTimes(product: Product): CpuTimes {
  const times = new Map<string, number>();
  for (const name of product.names) {
    const pid = product.pid(name);
    if (pid) times.set(name, name === 'postgres' ? serverCpuMs(pid) : cpuMs(pid));
  }
  const { user, system } = process.cpuUsage();
  return times.set('load generator', (user + system) / 1_000);
}

/** Computes the CPU use of each process between two readings `ms` apart, in percent of one core, largest first. */
export function computeShares(
  before: CpuTimes,
  after: CpuTimes,
  ms: number,
): [name: string, percent: number][] {
  return [...after]
    .map(([name, spent]): [string, number] => [name, ((spent - (before.get(name) ?? 0)) / ms) * 100])
    .sort(([, a], [, b]) => b - a);
}
