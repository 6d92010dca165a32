import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { openSocket, readResponses, readStatus } from '../load/connection.ts';

/** Requests due at a constant rate, independent of earlier responses. */
export interface Schedule {
  port: number;
  requests: readonly Buffer[];
  perSecond: number;
  connections: number;
}

/** Result of a run. */
export interface Outcome {
  /** Responses by status, with the code of an error; `broken` counts requests whose connection was closed. */
  statuses: Record<string, number>;
  /** Time from when a request was due to its complete response, in ms. */
  latencies: number[];
  /** Longest delay before a due request was sent, because this thread or all connections were busy. */
  maxDelayMs: number;
  /** Share of the time during which this thread was busy. */
  busy: number;
}

interface Connection {
  socket: Socket;
  /** Due time of the pending request; null while the connection is free. */
  due: number | null;
}

/** Sends each request when it is due and a connection is free. */
export async function sendScheduled({ port, requests, perSecond, connections }: Schedule): Promise<Outcome> {
  const outcome: Outcome = { statuses: {}, latencies: [], maxDelayMs: 0, busy: 0 };
  if (requests.length === 0) return outcome;
  const free: Connection[] = [];
  const all: Socket[] = [];
  const sockets = await Promise.all(Array.from({ length: connections }, () => openSocket(port)));
  let next = 0;
  let ended = 0;
  const utilization = performance.eventLoopUtilization();
  const since = performance.now();
  const dueAt = (n: number) => since + (n * 1_000) / perSecond;
  await new Promise<void>((resolve) => {
    const sendDue = () => {
      while (next < requests.length && free.length > 0 && dueAt(next) <= performance.now()) {
        const connection = free.pop()!;
        connection.due = dueAt(next);
        outcome.maxDelayMs = Math.max(outcome.maxDelayMs, performance.now() - connection.due);
        connection.socket.write(requests[next]!);
        next += 1;
      }
    };
    const timer = setInterval(sendDue, 1);
    const end = (status: string) => {
      outcome.statuses[status] = (outcome.statuses[status] ?? 0) + 1;
      ended += 1;
      if (ended < requests.length) return;
      clearInterval(timer);
      resolve();
    };
    const onResponse = (connection: Connection, response: Buffer) => {
      if (connection.due === null) return;
      outcome.latencies.push(performance.now() - connection.due);
      connection.due = null;
      free.push(connection);
      end(describeStatus(response));
      sendDue();
    };
    const onClose = async (connection: Connection) => {
      if (free.includes(connection)) free.splice(free.indexOf(connection), 1);
      if (connection.due !== null) end('broken');
      const replacement = ended < requests.length && (await openSocket(port).catch(() => null));
      if (replacement) start(replacement);
    };
    const start = (socket: Socket) => {
      const connection: Connection = { socket, due: null };
      readResponses(socket, (response) => onResponse(connection, response));
      socket.on('close', () => onClose(connection));
      all.push(socket);
      free.push(connection);
    };
    for (const socket of sockets) start(socket);
  });
  outcome.busy = performance.eventLoopUtilization(utilization).utilization;
  for (const socket of all) socket.destroy();
  return outcome;
}

/** Returns the status of a response, with the code of an error. */
function describeStatus(response: Buffer): string {
  const status = readStatus(response);
  const [, code] = status >= '400' ? (/"code":"(\w+)"/.exec(response.toString()) ?? []) : [];
  return [status, code].filter(Boolean).join(' ');
}
