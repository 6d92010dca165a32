import { parentPort, workerData } from 'node:worker_threads';
import type { WorkerRequest, WorkerResponse } from './worker-thread.ts';

// Script of the threads of `worker-thread.ts`: calls exported functions of the module that `workerData` names.

const functions: Record<string, (...args: unknown[]) => unknown> = await import(workerData);
const respond = (response: WorkerResponse) => parentPort!.postMessage(response);

parentPort!.on('message', async ({ id, name, args }: WorkerRequest) => {
  try {
    respond({ id, result: await functions[name]!(...args) });
  } catch (error) {
    respond({ id, error });
  }
});
