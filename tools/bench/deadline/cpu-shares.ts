import type { Product } from '@touchline/local-stack/product';
import { cpuMs, serverCpuMs } from '../host/process-stats.ts';

/** Processor time of every process of a product, and of this one with its threads: the load itself. */
export type CpuTimes = ReadonlyMap<string, number>;

export function readCpuTimes(product: Product): CpuTimes {
  const shares = new Map<string, number>();
  for (const name of product.names) {
    const pid = product.pid(name);
    if (pid) shares.set(name, name === 'postgres' ? serverCpuMs(pid) : cpuMs(pid));
  }
  const { user, system } = process.cpuUsage();
  return shares.set('the load', (user + system) / 1_000);
}

/** What each latencies since then, in percent of one core, the largest first. */
export function since(before: CpuTimes, after: CpuTimes, ms: number): [name: string, percent: number][] {
  return [...after]
    .map(([name, spent]): [string, number] => [name, ((spent - (before.get(name) ?? 0)) / ms) * 100])
    .sort(([, one], [, other]) => other - one);
}
