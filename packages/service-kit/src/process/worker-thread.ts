import { type ResourceLimits, Worker } from 'node:worker_threads';

/** Functions by name. */
type Functions<F> = { [K in keyof F]: (...args: never[]) => unknown };

/** A thread that calls exported functions of one module, in the order of the calls. Arguments and results are copied as messages. */
export interface WorkerThread<F extends Functions<F>> {
  /** @throws Error the error of the function, or the reason why the thread has ended; the next call starts a new thread */
  call<K extends keyof F>(name: K, ...args: Parameters<F[K]>): Promise<Awaited<ReturnType<F[K]>>>;
  /** Ends the thread and rejects the pending calls. */
  stop(): void;
}

export interface WorkerModule {
  /** A built module, because Node's threads do not run TypeScript. */
  module: URL;
  resourceLimits?: ResourceLimits;
}

/** Data of the script of a thread. */
export interface ThreadData {
  /** Address of the module. */
  module: string;
  /** True for a thread that ends with its first call. */
  isForOneCall: boolean;
}

export interface WorkerRequest {
  id: number;
  name: string;
  args: unknown[];
}

export type WorkerResponse = { id: number } & ({ result: unknown } | { error: unknown });

interface Pending {
  resolve(result: never): void;
  reject(error: unknown): void;
}

const SCRIPT = new URL('../../dist/process/worker-script.js', import.meta.url);

/** Starts a worker thread, so that long computations do not delay requests. An idle thread does not keep the process alive. */
export const createWorkerThread = <F extends Functions<F>>(module: WorkerModule): WorkerThread<F> =>
  createThread(module, false);

function createThread<F extends Functions<F>>(
  { module, resourceLimits = {} }: WorkerModule,
  isForOneCall: boolean,
): WorkerThread<F> {
  const pending = new Map<number, Pending>();
  let worker: Worker | null = null;
  let lastId = 0;

  function start(): Worker {
    const workerData: ThreadData = { module: module.href, isForOneCall };
    const started = new Worker(SCRIPT, { workerData, resourceLimits, execArgv: [] });
    started.unref();
    started.on('message', (response: WorkerResponse) => {
      const { resolve, reject } = pending.get(response.id)!;
      pending.delete(response.id);
      if (pending.size === 0) started.unref();
      if ('error' in response) reject(response.error);
      else resolve(response.result as never);
    });
    let reason: Error | undefined;
    started.on('error', (error) => {
      reason = error;
    });
    started.on('exit', (code) => {
      worker = null;
      for (const { reject } of pending.values())
        reject(reason ?? new Error(`worker thread exited with code ${code}`));
      pending.clear();
    });
    return started;
  }

  worker = start();
  return {
    call: (name, ...args) =>
      new Promise((resolve, reject) => {
        worker ??= start();
        lastId += 1;
        const request: WorkerRequest = { id: lastId, name: String(name), args };
        worker.postMessage(request);
        pending.set(lastId, { resolve, reject });
        worker.ref();
      }),
    stop: () => void worker?.terminate(),
  };
}

/**
 * Creates the object that makes each call in a thread that ends with it, for rare and long calls. They leave the CPU to the requests, as
 * far as the operating system can tell threads apart.
 */
export const createThreadPerCall = <F extends Functions<F>>(module: URL): Omit<WorkerThread<F>, 'stop'> => ({
  call(name, ...args) {
    const thread = createThread<F>({ module }, true);
    return thread.call(name, ...args).finally(thread.stop);
  },
});

/** Undoes that a message to or from a thread turns a Buffer into a Uint8Array, without a copy. */
export const toBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);
