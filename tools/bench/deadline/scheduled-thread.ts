import { parentPort, workerData } from 'node:worker_threads';
import { buildRequest } from '../load/requests.ts';
import { sendScheduled } from './scheduled.ts';

/** Requests to one endpoint; their bytes are built before the first is due. */
export interface ScheduledRequests {
  url: string;
  /** Method and path. */
  target: string;
  count: number;
  /** Used in turn, like `bodies`. */
  tokens: readonly string[];
  bodies: readonly object[];
  perSecond: number;
  connections: number;
}

const { url, target, count, tokens, bodies, ...schedule } = workerData as ScheduledRequests;
const requests = Array.from({ length: count }, (_, n) =>
  buildRequest(url, target, tokens[n % tokens.length] ?? null, bodies[n % bodies.length]),
);
parentPort?.once('message', async () => {
  parentPort?.postMessage(await sendScheduled({ ...schedule, port: Number(new URL(url).port), requests }));
});
parentPort?.postMessage('ready');
