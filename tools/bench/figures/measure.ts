/** Reads the CPU time of processes so far in ms, by name. */
export type CpuMeters<Name extends string = string> = Readonly<Record<Name, () => number>>;

/** Result of a measurement. */
export interface Measured<T, Name extends string> {
  result: T;
  seconds: number;
  /** CPU time that each process needed, in ms. */
  cpu: Readonly<Record<Name, number>>;
}

/** Runs `work`, and measures its duration and the CPU time of processes. */
export async function measure<T, Name extends string>(
  meters: CpuMeters<Name>,
  work: () => PromiseLike<T>,
): Promise<Measured<T, Name>> {
  const names = Object.keys(meters) as Name[];
  const before = names.map((name) => meters[name]());
  const since = performance.now();
  const result = await work();
  const seconds = (performance.now() - since) / 1_000;
  const cpu = names.map((name, index) => [name, meters[name]() - before[index]!]);
  return { result, seconds, cpu: Object.fromEntries(cpu) as Record<Name, number> };
}

/** Formats CPU time per item. */
export function formatCpu(cpu: Readonly<Record<string, number>>, items: number): string {
  const each = Object.entries(cpu).map(([name, ms]) => `${name} ${((ms * 1_000) / items).toFixed(0)} µs`);
  return `CPU time ${each.join(', ')}`;
}
