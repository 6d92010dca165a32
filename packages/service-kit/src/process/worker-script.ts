import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { ThreadData, WorkerRequest, WorkerResponse } from './worker-thread.ts';

// Script of the threads of `worker-thread.ts`: calls exported functions of the module that `workerData` names.

const { module, isForOneCall } = workerData as ThreadData;

// Elsewhere, the priority would be that of the whole process.
if (isForOneCall && process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const functions: Record<string, (...args: unknown[]) => unknown> = await import(module);
const respond = (response: WorkerResponse) => parentPort!.postMessage(response);

parentPort!.on('message', async ({ id, name, args }: WorkerRequest) => {
  try {
    respond({ id, result: await functions[name]!(...args) });
  } catch (error) {
    respond({ id, error });
  }
});
