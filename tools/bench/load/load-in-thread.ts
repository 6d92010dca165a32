import { Worker } from 'node:worker_threads';
import type { Load, LoadOptions } from './load.ts';

/** Runs `load` in a separate thread. */
export function loadInThread(options: LoadOptions): Promise<Load> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./load-thread.js', import.meta.url), { workerData: options });
    worker.once('message', resolve).once('error', reject);
  });
}
