import { Worker } from 'node:worker_threads';
import type { Delivered } from './subscribers-thread.ts';

/** Subscribers of /api/live, who have a thread of their own. */
export interface Subscribers {
  /** Opens so many streams, or waits until so many more messages have come. @returns what the readers got so far */
  ask(what: { open?: number; wait?: number }): Promise<Delivered>;
  stop(): Promise<unknown>;
}

export function startSubscribers(port: number): Subscribers {
  const thread = new Worker(new URL('./subscribers-thread.js', import.meta.url), { workerData: { port } });
  return {
    ask: (what) =>
      new Promise((resolve, reject) => {
        thread.once('message', resolve).once('error', reject);
        thread.postMessage(what);
      }),
    stop: () => thread.terminate(),
  };
}
