import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Outcome } from './scheduled.ts';
import type { ScheduledRequests } from './scheduled-thread.ts';

/** A thread that has its requests ready. */
export interface LoadThread {
  /** Sends them, and ends the thread. */
  run(): Promise<Outcome>;
}

export async function startThread(calls: ScheduledRequests): Promise<LoadThread> {
  const thread = new Worker(new URL('./scheduled-thread.js', import.meta.url), { workerData: calls });
  await once(thread, 'message');
  return {
    async run() {
      const outcome = once(thread, 'message') as Promise<[Outcome]>;
      thread.postMessage('go');
      const [got] = await outcome;
      await thread.terminate();
      return got;
    },
  };
}
