import { parentPort, workerData } from 'node:worker_threads';
import { load } from './load.ts';

parentPort?.postMessage(await load(workerData));
