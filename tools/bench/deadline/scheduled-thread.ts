import { parentPort, workerData } from 'node:worker_threads';
import { buildRequest } from '../joins/send-joins.ts';
import { sendScheduled } from './scheduled.ts';

/** Calls of one kind; their bytes are made before the first is due. */
export interface ScheduledRequests {
  url: string;
  /** Method and path. */
  call: string;
  count: number;
  /** Taken in turn. */
  tokens: readonly string[];
  bodies: readonly object[];
  perSecond: number;
  connections: number;
}

const { url, call, count, tokens, bodies, ...plan } = workerData as ScheduledRequests;
const requests = Array.from({ length: count }, (_, n) =>
  buildRequest(url, call, tokens[n % tokens.length] ?? null, bodies[n % bodies.length]),
);
parentPort?.once('message', async () => {
  parentPort?.postMessage(await sendScheduled({ ...plan, port: Number(new URL(url).port), requests }));
});
parentPort?.postMessage('ready');
