import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Wraps the handler of a server so that a request waits for the end of the previous response on its connection. A client may send
 * the next request as soon as it has all bytes of a response, which may be before this process has noticed its end. A second
 * waiting request closes the connection: no browser or proxy sends one. Node reports the end of a connection only to the current
 * response, so a request reaches no handler, log or limit while it waits.
 */
export function respondInTurn(handle: RequestListener): RequestListener {
  const waiting = new WeakSet<Socket>();
  return (req, res) => {
    const { socket } = req;
    if (res.socket !== null) return handle(req, res);
    if (waiting.has(socket)) return void socket.destroy();
    waiting.add(socket);
    const stop = () => {
      waiting.delete(socket);
      res.off('socket', start);
      socket.off('close', stop);
    };
    const start = () => {
      stop();
      // Node completes the assignment of the connection first.
      queueMicrotask(() => handle(req, res));
    };
    res.once('socket', start);
    socket.once('close', stop);
  };
}
