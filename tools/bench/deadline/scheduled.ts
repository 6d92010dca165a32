import { connect, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { responseLength } from '../load/load.ts';

/** Requests that are due one after the other, so many a second, whether the ones before were answered or not. */
export interface Plan {
  port: number;
  requests: readonly Buffer[];
  perSecond: number;
  connections: number;
}

/** What became of them. */
export interface Outcome {
  /** How many answers had a status, with its code if it is an error; `broken` for requests whose connection was closed. */
  statuses: Record<string, number>;
  /** From the moment a request was due to its whole answer, ascending, in ms. */
  latencies: number[];
  /** The longest that a request was sent after it was due, because this thread or every connection was busy. */
  latestMs: number;
  /** Which part of the time this thread was busy. */
  busy: number;
}

/** A connection, and what it waits for. */
interface Line {
  socket: Socket;
  /** When the request was due whose answer it waits for; null while it is free. */
  due: number | null;
  held: Buffer;
}

const NOTHING = Buffer.alloc(0);

/** Sends each request when it is due, on a connection that is free, or on the first that becomes free. */
export async function sendScheduled({ port, requests, perSecond, connections }: Plan): Promise<Outcome> {
  const outcome: Outcome = { statuses: {}, latencies: [], latestMs: 0, busy: 0 };
  if (requests.length === 0) return outcome;
  const free: Line[] = [];
  const lines = await Promise.all(Array.from({ length: connections }, () => opened(port)));
  let next = 0;
  let ended = 0;
  const idle = performance.eventLoopUtilization();
  const since = performance.now();
  const dueAt = (n: number) => since + (n * 1_000) / perSecond;
  await new Promise<void>((resolve) => {
    const sendDue = () => {
      while (next < requests.length && free.length > 0 && dueAt(next) <= performance.now()) {
        const line = free.pop()!;
        line.due = dueAt(next);
        outcome.latestMs = Math.max(outcome.latestMs, performance.now() - line.due);
        line.socket.write(requests[next]!);
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
    const onAnswer = (line: Line, status: string) => {
      outcome.latencies.push(performance.now() - line.due!);
      line.due = null;
      free.push(line);
      end(status);
      sendDue();
    };
    const onClose = async (line: Line) => {
      if (free.includes(line)) free.splice(free.indexOf(line), 1);
      if (line.due !== null) end('broken');
      const another = ended < requests.length && (await opened(port).catch(() => null));
      if (another) start(another);
    };
    const start = (line: Line) => {
      follow(line, onAnswer, onClose);
      lines.push(line);
      free.push(line);
    };
    for (const line of lines.splice(0)) start(line);
  });
  outcome.busy = performance.eventLoopUtilization(idle).utilization;
  for (const { socket } of lines) socket.destroy();
  outcome.latencies.sort((a, b) => a - b);
  return outcome;
}

function follow(
  line: Line,
  onAnswer: (line: Line, status: string) => void,
  onClose: (line: Line) => void,
): void {
  line.socket.on('data', (chunk: Buffer) => {
    if (line.due === null) return;
    line.held = line.held.length === 0 ? chunk : Buffer.concat([line.held, chunk]);
    const length = responseLength(line.held);
    if (length === null || line.held.length < length) return;
    const answer = line.held.toString('latin1');
    line.held = NOTHING;
    const [, code] = (answer[9] ?? '') >= '4' ? (/"code":"(\w+)"/.exec(answer) ?? []) : [];
    onAnswer(line, [answer.slice(9, 12), code].filter(Boolean).join(' '));
  });
  line.socket.on('error', () => {}).on('close', () => onClose(line));
}

const opened = (port: number) =>
  new Promise<Line>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.off('error', reject);
      resolve({ socket, due: null, held: NOTHING });
    });
    socket.setNoDelay(true).once('error', reject);
  });
