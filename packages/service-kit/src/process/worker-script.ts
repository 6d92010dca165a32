import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { listMovable, type ThreadData, type WorkerRequest, type WorkerResponse } from './worker-thread.ts';

// Script of the threads of `worker-thread.ts`: calls exported functions of the module that `workerData` names.

const { module, isForOneCall } = workerData as ThreadData;

// Elsewhere, the priority would be that of the whole process.
if (isForOneCall && process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const functions: Record<string, (...args: unknown[]) => unknown> = await import(module);
const respond = (response: WorkerResponse, moved: ArrayBuffer[] = []) =>
  parentPort!.postMessage(response, moved);

parentPort!.on('message', async ({ id, name, args }: WorkerRequest) => {
  try {
    const result = await functions[name]!(...args);
    // A module that is called again may still need the bytes that it returned.
    respond({ id, result }, isForOneCall ? listMovable(findBytes(result)) : []);
  } catch (error) {
    respond({ id, error });
  }
});

function* findBytes(value: unknown): Generator<Uint8Array> {
  if (value instanceof Uint8Array) yield value;
  else if (value instanceof Object) for (const part of Object.values(value)) yield* findBytes(part);
}
