import type { ServerResponse } from 'node:http';
import type { Dispatcher } from 'undici';
import { pickResponseHeaders } from './forwarded-headers.ts';

/**
 * Sends a request to a service and streams the answer to the client. Rejects only while nothing of the answer has been
 * written; once it has begun, a connection that is cut tells the client that it is incomplete. It is a handler of undici's
 * own, because a stream and a signal for each call cost more than all else that the gateway does for it.
 */
export function streamResponse(
  agent: Dispatcher,
  options: Dispatcher.DispatchOptions,
  response: ServerResponse,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | null = null;
    let ended = false;
    const end = (error?: Error) => {
      if (ended) return;
      ended = true;
      response.off('close', leave);
      if (error && !response.headersSent) return reject(error);
      if (error && !response.writableEnded) response.destroy();
      resolve();
    };
    const leave = () => {
      const left = new Error('the client closed the connection');
      end(left);
      controller?.abort(left);
    };
    if (response.destroyed) return end(new Error('the client closed the connection'));
    response.once('close', leave);
    agent.dispatch(options, {
      onRequestStart(started) {
        controller = started;
        if (ended) started.abort(new Error('the client closed the connection'));
      },
      onResponseStart(_controller, status, headers) {
        if (status >= 200) response.writeHead(status, pickResponseHeaders(headers));
      },
      onResponseData(started, chunk) {
        if (response.write(chunk)) return;
        started.pause();
        response.once('drain', () => started.resume());
      },
      onResponseEnd() {
        response.end();
        end();
      },
      onResponseError: (_controller, error) => end(error),
    });
  });
}
