import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Outcome } from './scheduled.ts';
import type { ScheduledRequests } from './scheduled-thread.ts';

/** A thread with prepared requests. */
export interface LoadThread {
  /** Sends the requests and ends the thread. */
  run(): Promise<Outcome>;
}

/** Starts a thread and waits until its requests are prepared. */
export async function startThread(requests: ScheduledRequests): Promise<LoadThread> {
  const thread = new Worker(new URL('./scheduled-thread.js', import.meta.url), { workerData: requests });
  await once(thread, 'message');
  return {
    async run() {
      const message = once(thread, 'message') as Promise<[Outcome]>;
      thread.postMessage('go');
      const [outcome] = await message;
      await thread.terminate();
      return outcome;
    },
  };
}
