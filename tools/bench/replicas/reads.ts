import { quantile } from '../load/load.ts';
import { loadInThread } from '../load/load-in-thread.ts';

const CONNECTIONS = 16;
const SECONDS = 8;

/** Reads the total CPU time of one kind of process so far, in ms. */
export type CpuMeter = readonly [name: string, read: () => number];

/**
 * Reads a page from all these origins concurrently, each from a separate thread.
 * @returns us: CPU time per response, in the order of `meters`; failed: responses with another status than 200 and 304
 */
export async function measureReads(
  what: string,
  options: {
    urls: readonly string[];
    path: string;
    headers?: Readonly<Record<string, string>>;
    meters: readonly CpuMeter[];
  },
  log: (text: string) => void,
): Promise<{ us: number[]; failed: number }> {
  const { urls, path, headers = {}, meters } = options;
  const before = meters.map(([, read]) => read());
  const loads = await Promise.all(
    urls.map((url) =>
      loadInThread({
        port: Number(new URL(url).port),
        path,
        headers,
        connections: CONNECTIONS,
        seconds: SECONDS,
      }),
    ),
  );
  const responses = loads.reduce((sum, load) => sum + load.responses, 0);
  const failed = loads.reduce((sum, load) => sum + load.failed, 0);
  const us = meters.map(([, read], index) => ((read() - before[index]!) * 1_000) / responses);
  const perSecond = loads.reduce((sum, load) => sum + load.responses / load.seconds, 0);
  const p99 = Math.max(...loads.map(({ latencies }) => quantile(latencies, 0.99)));
  const each = meters.map(([name], index) => `${name} ${us[index]!.toFixed(1)} us`);
  log(`${what}: ${perSecond.toFixed(0)}/s, CPU time per page: ${each.join(', ')}; p99 ${p99.toFixed(1)} ms`);
  return { us, failed };
}
