import { parentPort, workerData } from 'node:worker_threads';
import { requestBytes } from '../joins/load.ts';
import { sendPlanned } from './planned.ts';

/** Calls of one kind; their bytes are made before the first is due. */
export interface PlannedCalls {
  url: string;
  /** Method and path. */
  call: string;
  howMany: number;
  /** Taken in turn. */
  tokens: readonly string[];
  bodies: readonly object[];
  perSecond: number;
  connections: number;
}

const { url, call, howMany, tokens, bodies, ...plan } = workerData as PlannedCalls;
const requests = Array.from({ length: howMany }, (_, n) =>
  requestBytes(url, call, tokens[n % tokens.length] ?? null, bodies[n % bodies.length]),
);
parentPort?.once('message', async () => {
  parentPort?.postMessage(await sendPlanned({ ...plan, port: Number(new URL(url).port), requests }));
});
parentPort?.postMessage('ready');
