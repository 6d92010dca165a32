import type { Product } from '@touchline/local-stack/product';
import { processorMs, serverMs } from '../host/process-figures.ts';

/** Processor time of every process of a product, and of this one with its threads: the load itself. */
export type Shares = ReadonlyMap<string, number>;

export function sharesOf(product: Product): Shares {
  const shares = new Map<string, number>();
  for (const name of product.names) {
    const pid = product.pid(name);
    if (pid) shares.set(name, name === 'postgres' ? serverMs(pid) : processorMs(pid));
  }
  const { user, system } = process.cpuUsage();
  return shares.set('the load', (user + system) / 1_000);
}

/** What each took since then, in percent of one core, the largest first. */
export function since(before: Shares, after: Shares, ms: number): [name: string, percent: number][] {
  return [...after]
    .map(([name, spent]): [string, number] => [name, ((spent - (before.get(name) ?? 0)) / ms) * 100])
    .sort(([, one], [, other]) => other - one);
}
