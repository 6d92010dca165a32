import { connect, type Socket } from 'node:net';

const EMPTY = Buffer.alloc(0);
const HEAD_END = Buffer.from('\r\n\r\n');

/** Opens a connection to a port of this machine. */
export function openSocket(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.off('error', reject);
      resolve(socket);
    });
    socket.setNoDelay(true).once('error', reject);
  });
}

/** Reads complete responses of a connection, which sends a request only after the previous response. */
export function readResponses(socket: Socket, onResponse: (response: Buffer) => void): void {
  let received: Buffer = EMPTY;
  socket.on('error', () => {}); // the connection is closed
  socket.on('data', (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const length = readResponseLength(received);
    if (length === null || received.length < length) return;
    const response = received;
    received = EMPTY;
    onResponse(response);
  });
}

/**
 * Sends requests over a connection, each after the response to the previous one, until `next` returns none. Closes the connection.
 * @param onResponse receives the time of the request in ms
 * @returns false if the connection was closed before
 */
export function sendInTurn(
  socket: Socket,
  next: () => Buffer | undefined,
  onResponse: (response: Buffer, ms: number) => void,
): Promise<boolean> {
  return new Promise((resolve) => {
    let sentAt = 0;
    const send = () => {
      const request = next();
      if (!request) {
        resolve(true);
        socket.destroy();
        return;
      }
      sentAt = performance.now();
      socket.write(request);
    };
    readResponses(socket, (response) => {
      onResponse(response, performance.now() - sentAt);
      send();
    });
    socket.once('close', () => resolve(false));
    send();
  });
}

/** Reads the length in bytes of the response at the start of a buffer; null while its head is incomplete. */
function readResponseLength(bytes: Buffer): number | null {
  const head = bytes.indexOf(HEAD_END);
  if (head < 0) return null;
  const match = /content-length: (\d+)/i.exec(bytes.toString('latin1', 0, head));
  return head + HEAD_END.length + Number(match?.[1] ?? 0);
}

/** Reads the status in the head of a response. */
export const readStatus = (response: Buffer): string => response.toString('latin1', 9, 12);
