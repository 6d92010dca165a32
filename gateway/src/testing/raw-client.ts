import { connect, type Socket } from 'node:net';

/** A client that writes raw HTTP, for slow, silent or malformed requests. */
export interface RawClient {
  socket: Socket;
  write(text: string): void;
  /** Returns the text received so far. */
  received(): string;
  /** Status of the first response; 0 before it. */
  status(): number;
  closed(): boolean;
}

/** Connects and sends the head of a request, without waiting for a response. */
export function rawClient(url: string, head: readonly string[], { silent = false } = {}): RawClient {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let text = '';
  let closed = false;
  socket.setEncoding('utf8');
  if (silent) socket.pause();
  else
    socket.on('data', (chunk: string) => {
      text += chunk;
    });
  socket.on('error', () => {}); // a rejected connection appears as closed
  socket.on('close', () => {
    closed = true;
  });
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  return {
    socket,
    write: (more) => void socket.write(more),
    received: () => text,
    status: () => Number(text.slice(9, 12)),
    closed: () => closed,
  };
}
