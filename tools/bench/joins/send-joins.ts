import { connect } from 'node:net';

/** What has run so often is compiled. */
export const WARM_UP_JOINS = 2_000;

export interface Join {
  wallet: string;
  request: Buffer;
}

export interface JoinResponse {
  wallet: string;
  status: number;
  /** The id of the entry, if one was answered. */
  entry: string | null;
  ms: number;
}

/** A call as the bytes of a request: the load must cost next to nothing beside what it measures. */
export function buildRequest(url: string, call: string, token: string | null, body?: object): Buffer {
  const json = Buffer.from(body ? JSON.stringify(body) : '');
  const head = [
    `${call} HTTP/1.1`,
    `Host: ${new URL(url).host}`,
    ...(token === null ? [] : [`Authorization: Bearer ${token}`]),
    'Content-Type: application/json',
    `Content-Length: ${json.length}`,
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), json]);
}

/**
 * Sends joins, or other calls of wallets, over so many connections, on each the next one as soon as the last is answered. What a connection that breaks
 * was waiting for, and what it would have sent, is not answered.
 */
export async function sendJoins(
  url: string,
  joins: readonly Join[],
  connections: number,
  onAnswer: (count: number, answered: JoinResponse, bytes: string) => void = () => {},
): Promise<JoinResponse[]> {
  const { hostname, port } = new URL(url);
  const answers: JoinResponse[] = [];
  let next = 0;
  const one = () =>
    new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname).setNoDelay();
      let received = '';
      let sent: { join: Join; at: number } | null = null;
      const send = () => {
        const join = joins[next++];
        if (!join) return socket.end();
        sent = { join, at: performance.now() };
        received = '';
        return socket.write(join.request);
      };
      socket.setEncoding('latin1');
      socket.on('connect', send);
      socket.on('error', () => {});
      socket.on('close', () => resolve());
      socket.on('data', (chunk: string) => {
        received += chunk;
        const answer = wholeAnswer(received);
        if (!answer || !sent) return;
        const answered = { ...answer, wallet: sent.join.wallet, ms: performance.now() - sent.at };
        answers.push(answered);
        onAnswer(answers.length, answered, received);
        send();
      });
    });
  await Promise.all(Array.from({ length: connections }, one));
  return answers;
}

function wholeAnswer(received: string): Pick<JoinResponse, 'status' | 'entry'> | null {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const length = /content-length: (\d+)/i.exec(received.slice(0, end));
  if (!length) throw new Error('the answer has no length');
  if (received.length < end + 4 + Number(length[1])) return null;
  const [, entry = null] = /"participation":\{"id":"([^"]+)"/.exec(received) ?? [];
  return { status: Number(received.slice(9, 12)), entry };
}
