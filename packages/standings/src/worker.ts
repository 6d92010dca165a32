import { createTasks } from './tasks.ts';

/** The tasks of the thread that loads this module. */
export const { compute, settle, list, members } = createTasks();
