import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// The function is there for contexts that are made after the flag is set; as an option of Node it is not allowed everywhere.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options: { type: 'minor' | 'major' }) => void;

/**
 * Frees what a batch has left behind, in about a millisecond. V8 would let tens of megabytes come together, and what they took
 * stays with the process.
 */
export const freeYoung = () => collect({ type: 'minor' });

/** Frees everything that nobody holds any more: for a thread with a small heap. */
export const freeAll = () => collect({ type: 'major' });
