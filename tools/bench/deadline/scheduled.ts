import { connect, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { readResponseLength } from '../load/load.ts';

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
  /** Time from when a request was due to its complete response, ascending, in ms. */
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
  received: Buffer;
}

const EMPTY = Buffer.alloc(0);

/** Sends each request when it is due and a connection is free. */
export async function sendScheduled({ port, requests, perSecond, connections }: Schedule): Promise<Outcome> {
  const outcome: Outcome = { statuses: {}, latencies: [], maxDelayMs: 0, busy: 0 };
  if (requests.length === 0) return outcome;
  const free: Connection[] = [];
  const all = await Promise.all(Array.from({ length: connections }, () => openConnection(port)));
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
    const onResponse = (connection: Connection, status: string) => {
      outcome.latencies.push(performance.now() - connection.due!);
      connection.due = null;
      free.push(connection);
      end(status);
      sendDue();
    };
    const onClose = async (connection: Connection) => {
      if (free.includes(connection)) free.splice(free.indexOf(connection), 1);
      if (connection.due !== null) end('broken');
      const replacement = ended < requests.length && (await openConnection(port).catch(() => null));
      if (replacement) start(replacement);
    };
    const start = (connection: Connection) => {
      readResponses(connection, onResponse, onClose);
      all.push(connection);
      free.push(connection);
    };
    for (const connection of all.splice(0)) start(connection);
  });
  outcome.busy = performance.eventLoopUtilization(utilization).utilization;
  for (const { socket } of all) socket.destroy();
  outcome.latencies.sort((a, b) => a - b);
  return outcome;
}

/** Reads the responses of a connection, which sends a request only after the previous response. */
function readResponses(
  connection: Connection,
  onResponse: (connection: Connection, status: string) => void,
  onClose: (connection: Connection) => void,
): void {
  connection.socket.on('data', (chunk: Buffer) => {
    if (connection.due === null) return;
    connection.received =
      connection.received.length === 0 ? chunk : Buffer.concat([connection.received, chunk]);
    const length = readResponseLength(connection.received);
    if (length === null || connection.received.length < length) return;
    const response = connection.received.toString('latin1');
    connection.received = EMPTY;
    const [, code] = (response[9] ?? '') >= '4' ? (/"code":"(\w+)"/.exec(response) ?? []) : [];
    onResponse(connection, [response.slice(9, 12), code].filter(Boolean).join(' '));
  });
  connection.socket.on('error', () => {}).on('close', () => onClose(connection));
}

const openConnection = (port: number) =>
  new Promise<Connection>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.off('error', reject);
      resolve({ socket, due: null, received: EMPTY });
    });
    socket.setNoDelay(true).once('error', reject);
  });
