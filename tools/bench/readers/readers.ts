import { Worker } from 'node:worker_threads';
import type { Told } from './readers-thread.ts';

/** Readers of /api/live, who have a thread of their own. */
export interface Readers {
  /** Opens so many streams, or waits until so many more messages have come. @returns what the readers got so far */
  ask(what: { open?: number; wait?: number }): Promise<Told>;
  stop(): Promise<unknown>;
}

export function openReaders(port: number): Readers {
  const thread = new Worker(new URL('./readers-thread.js', import.meta.url), { workerData: { port } });
  return {
    ask: (what) =>
      new Promise((resolve, reject) => {
        thread.once('message', resolve).once('error', reject);
        thread.postMessage(what);
      }),
    stop: () => thread.terminate(),
  };
}
