import { createTasks, type Tasks } from './tasks.ts';

/** Runs the tasks of all standings, one at a time. */
export interface ComputeThread {
  /** @throws Error the error of the task, or the reason why the thread has ended */
  call<K extends keyof Tasks>(
    task: K,
    ...input: Parameters<Tasks[K]>
  ): Promise<Awaited<ReturnType<Tasks[K]>>>;
}

/** The module of a worker thread that runs the tasks (`createWorkerThread` of service-kit), and its limits. */
export const COMPUTE_MODULE = {
  module: new URL('../dist/worker.js', import.meta.url),
  /** A small young generation, so that wrappers of shared memory are collected early and release it. */
  resourceLimits: { maxYoungGenerationSizeMb: 4 },
};

/** Runs tasks on the calling thread, for tests from source. */
export function createInlineThread(): ComputeThread {
  const tasks = createTasks();
  return {
    call: async (task, ...input) => (tasks[task] as (...input: readonly unknown[]) => never)(...input),
  };
}
