import { Worker } from 'node:worker_threads';
import type { Command, Delivered } from './subscribers-thread.ts';

/** Subscribers of /api/live in a separate thread. */
export interface Subscribers {
  /** Runs a command. @returns messages delivered so far */
  run(command: Command): Promise<Delivered>;
  stop(): Promise<unknown>;
}

/** Starts the thread; it opens no stream yet. */
export function startSubscribers(port: number): Subscribers {
  const thread = new Worker(new URL('./subscribers-thread.js', import.meta.url), { workerData: { port } });
  return {
    run: (command) =>
      new Promise((resolve, reject) => {
        thread.once('message', resolve).once('error', reject);
        thread.postMessage(command);
      }),
    stop: () => thread.terminate(),
  };
}
