import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Outcome } from './planned.ts';
import type { PlannedCalls } from './planned-thread.ts';

/** A thread that has its requests ready. */
export interface PlannedThread {
  /** Sends them, and ends the thread. */
  run(): Promise<Outcome>;
}

export async function plannedThread(calls: PlannedCalls): Promise<PlannedThread> {
  const thread = new Worker(new URL('./planned-thread.js', import.meta.url), { workerData: calls });
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
