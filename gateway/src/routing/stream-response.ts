import type { ServerResponse } from 'node:http';
import type { Dispatcher } from 'undici';
import { pickResponseHeaders } from './forwarded-headers.ts';

/**
 * Sends a request to a service and streams the response to the client. Rejects only before the response has started; after
 * that, a failure resets the connection, so that the client detects the incomplete response. Uses undici's dispatch handler,
 * because a stream and an abort signal per request would dominate the cost of forwarding.
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
      response.off('close', onClientClose);
      if (error && !response.headersSent) return reject(error);
      if (error && !response.writableEnded) response.destroy();
      resolve();
    };
    const onClientClose = () => {
      const error = new Error('the client closed the connection');
      end(error);
      controller?.abort(error);
    };
    if (response.destroyed) return end(new Error('the client closed the connection'));
    response.once('close', onClientClose);
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
