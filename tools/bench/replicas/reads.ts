import { loadInThread } from '../load/load-in-thread.ts';
import { quantile } from '../load/load.ts';

const CONNECTIONS = 16;
const SECONDS = 8;

/** The processor time that a part of the product has taken so far, in ms. */
export type Part = readonly [name: string, busy: () => number];

/**
 * Reads a page at each of these origins at once, the clients of each on a thread of their own.
 * @param parts the replicas first: their time is returned, and says what they answer without the other parts' time
 * @returns us: of each part for an answer
 */
export async function measureReads(
  what: string,
  given: {
    urls: readonly string[];
    path: string;
    headers?: Readonly<Record<string, string>>;
    parts: readonly Part[];
  },
  log: (text: string) => void,
): Promise<{ us: number[]; failed: number }> {
  const { urls, path, headers = {}, parts } = given;
  const before = parts.map(([, busy]) => busy());
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
  const answers = loads.reduce((sum, load) => sum + load.answers, 0);
  const failed = loads.reduce((sum, load) => sum + load.failed, 0);
  const us = parts.map(([, busy], index) => ((busy() - before[index]!) * 1_000) / answers);
  const perSecond = loads.reduce((sum, load) => sum + load.answers / load.seconds, 0);
  const p99 = Math.max(...loads.map(({ latencies }) => quantile(latencies, 0.99)));
  const each = parts.map(([name], index) => `${us[index]!.toFixed(1)} us of ${name}`);
  log(`${what}: ${perSecond.toFixed(0)} a second, each ${each.join(', ')}, p99 ${p99.toFixed(1)} ms`);
  return { us, failed };
}
