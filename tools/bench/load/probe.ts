import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Requests of a probe. */
export interface ProbeOptions {
  url: string;
  /** Time between two requests in ms: often enough for a p99, and no significant load. */
  everyMs: number;
}

/** Requests at a constant rate beside other work of the service. */
export interface Probe {
  /**
   * Waits for the requests sent since the last call. Each latency counts from when its request was due, so that every request that
   * arrives while the service is blocked is counted.
   * @returns latencies in ms
   * @throws Error for a response other than 200
   */
  take(): Promise<number[]>;
  stop(): Promise<void>;
}

/** Starts a probe in a separate thread: garbage of the bench's data would delay its requests. */
export function startProbe(options: ProbeOptions): Probe {
  const thread = new Worker(new URL('./probe-thread.js', import.meta.url), { workerData: options });
  return {
    async take() {
      thread.postMessage('take');
      const [latencies] = (await once(thread, 'message')) as [number[]];
      return latencies;
    },
    stop: async () => void (await thread.terminate()),
  };
}
