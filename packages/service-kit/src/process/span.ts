/** Options of a span. Use names of routes, statements and subjects only, never a value, a wallet or a token. */
export interface SpanOptions {
  name: string;
  kind: 'server' | 'client' | 'producer' | 'consumer' | 'internal';
  attributes?: Readonly<Record<string, string | number>>;
  /** W3C traceparent of the parent; default: the active span. */
  parent?: string | undefined;
  /** Accept the parent's decision to record the trace. False at the edge, where public clients must not decide. Default true. */
  trusted?: boolean;
  /** Start a new trace if there is no parent; default: no span. */
  startTrace?: boolean;
}

/** An active span. */
export interface ActiveSpan {
  rename(name: string): void;
  add(attributes: Readonly<Record<string, string | number>>): void;
  /** Marks the span as failed; `type` is a code, because error messages may contain values. */
  fail(type: string): void;
}

/** Creates the spans of this process and sends them to a collector. */
export interface Traces {
  /** Runs `work` in a span, which ends with it and fails if it throws. */
  runInSpan<T>(options: SpanOptions, work: (span?: ActiveSpan) => Promise<T>): Promise<T>;
  /** Starts a child of the active span and returns a function that ends it; undefined if no active span is recorded. */
  start(options: SpanOptions): ((failed?: string) => void) | undefined;
  /** Returns the W3C traceparent of the active span. */
  traceparent(): string | undefined;
  /** Sends the remaining spans. */
  close(): Promise<void>;
}
