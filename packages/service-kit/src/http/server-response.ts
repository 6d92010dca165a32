import {
  type IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  ServerResponse,
} from 'node:http';

type Head = OutgoingHttpHeaders | OutgoingHttpHeader[];

/**
 * A response with default headers, which are added when the head is written. Setting them individually on each request would
 * dominate the cost of a forwarded request.
 */
export class ServerResponseWithDefaults<
  Req extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Req> {
  /** Alternating names and values; headers set on this response take precedence. */
  defaultHeaders: readonly string[] = [];

  /** Removes default headers from this response. */
  omitDefaults(names: readonly string[]): void {
    this.defaultHeaders = this.defaultHeaders.filter(
      (_, at) => !names.includes(this.defaultHeaders[at - (at % 2)] ?? ''),
    );
  }

  /** Fast path: a list of alternating names and values without previously set headers. It must not repeat a default header. */
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
