import {
  type IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  ServerResponse,
} from 'node:http';

type Head = OutgoingHttpHeaders | OutgoingHttpHeader[];

/**
 * An answer of ours. What stands in all of them joins each as its head is written: set one by one when a request arrives,
 * those headers were the most expensive part of a forwarded call.
 */
export class ServerResponseWithDefaults<Asked extends IncomingMessage = IncomingMessage> extends ServerResponse<Asked> {
  /** Names and values by turns; a header of the same name that is set on this answer takes precedence. */
  defaultHeaders: readonly string[] = [];

  /** Leaves headers of `always` out of this answer. */
  omitDefaults(names: readonly string[]): void {
    this.defaultHeaders = this.defaultHeaders.filter((_, at) => !names.includes(this.defaultHeaders[at - (at % 2)] ?? ''));
  }

  /** A list of names and values by turns, with nothing set before, is the fast way; it must not name a header of `always`. */
  override writeHead(status: number, first?: string | Head, second?: Head): this {
    if (Array.isArray(first) && this.getHeaderNames().length === 0)
      return super.writeHead(status, this.defaultHeaders.concat(first as string[]));
    for (let at = 0; at < this.defaultHeaders.length; at += 2) {
      const [name = '', value = ''] = [this.defaultHeaders[at], this.defaultHeaders[at + 1]];
      if (!this.hasHeader(name)) this.setHeader(name, value);
    }
    return typeof first === 'string'
      ? super.writeHead(status, first, second)
      : super.writeHead(status, first);
  }
}
