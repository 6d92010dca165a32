import { Worker } from 'node:worker_threads';
import { createTaskRunner, type Tasks } from './tasks.ts';

/** Runs the tasks of all standings, one at a time. */
export interface ComputeThread {
  /** @throws Error the error of the task, or the reason why the thread has ended; the next task starts a new thread */
  run<K extends keyof Tasks>(kind: K, input: Tasks[K]['input']): Promise<Tasks[K]['output']>;
}

export interface ThreadRequest<K extends keyof Tasks> {
  id: number;
  kind: K;
  input: Tasks[K]['input'];
}

export type ThreadResponse = { id: number } & (
  | { output: Tasks[keyof Tasks]['output']; error?: undefined }
  | { output?: undefined; error: unknown }
);

/** Script of the built package, because Node's thread does not run TypeScript. */
const SCRIPT = new URL('../dist/worker.js', import.meta.url);
/** A small young generation, so that wrappers of shared memory are collected early and release it. */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 4 };

interface Pending {
  resolve(output: never): void;
  reject(error: unknown): void;
}

/** Creates the worker thread, so that computations do not delay requests. @param script script of the thread */
export function createThread(script = SCRIPT): ComputeThread {
  const pending = new Map<number, Pending>();
  let worker: Worker | null = null;
  let lastId = 0;

  function start(): Worker {
    const started = new Worker(script, { resourceLimits: RESOURCE_LIMITS, execArgv: [] });
    started.unref();
    started.on('message', ({ id, output, error }: ThreadResponse) => {
      const { resolve, reject } = pending.get(id)!;
      pending.delete(id);
      if (pending.size === 0) started.unref();
      if (output) resolve(output as never);
      else reject(error);
    });
    let reason: Error | undefined;
    started.on('error', (error) => {
      reason = error;
    });
    started.on('exit', (code) => {
      worker = null;
      for (const { reject } of pending.values())
        reject(reason ?? new Error(`standings worker exited with code ${code}`));
      pending.clear();
    });
    return started;
  }

  worker = start();
  return {
    run(kind, input) {
      worker ??= start();
      lastId += 1;
      const id = lastId;
      worker.postMessage({ id, kind, input } satisfies ThreadRequest<typeof kind>);
      worker.ref();
      return new Promise((resolve, reject) => pending.set(id, { resolve, reject }));
    },
  };
}

/** Runs tasks on the calling thread, for tests from source. */
export function createInlineThread(): ComputeThread {
  const run = createTaskRunner();
  return { run: async (kind, input) => run(kind, input) };
}
