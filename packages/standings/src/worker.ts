import { parentPort } from 'node:worker_threads';
import { createTaskRunner, type Tasks } from './tasks.ts';
import type { ThreadRequest, ThreadResponse } from './thread.ts';

// Script of the worker thread (thread.ts). Runs one task at a time, in the order of the requests.

const run = createTaskRunner();
const respond = (response: ThreadResponse) => parentPort!.postMessage(response);

parentPort!.on('message', ({ id, kind, input }: ThreadRequest<keyof Tasks>) => {
  try {
    respond({ id, output: run(kind, input) });
  } catch (error) {
    respond({ id, error });
  }
});
