/** What a span says. Names of routes, statements and subjects: never a value, a wallet or a token. */
export interface SpanOptions {
  name: string;
  kind: 'server' | 'client' | 'producer' | 'consumer' | 'internal';
  attributes?: Readonly<Record<string, string | number>>;
  /** W3C traceparent of what caused it; default: the span in progress. */
  parent?: string | undefined;
  /** Whether the parent says if this trace is recorded; false at the edge, where outsiders must not choose. Default true. */
  trusted?: boolean;
  /** Without a parent: begin a trace; default: no span. */
  begin?: boolean;
}

/** A span in progress. */
export interface ActiveSpan {
  rename(name: string): void;
  add(attributes: Readonly<Record<string, string | number>>): void;
  /** It did not do what it was asked; `type` is a code, because messages of errors hold values. */
  failed(type: string): void;
}

/** The spans of this process, on their way to a collector. */
export interface Traces {
  /** Runs `work` inside of a span, which ends with it and has failed if it throws. */
  during<T>(facts: SpanOptions, work: (span?: ActiveSpan) => Promise<T>): Promise<T>;
  /** Begins a span below the one in progress and returns its end; undefined while none is recorded. */
  begin(facts: SpanOptions): ((failed?: string) => void) | undefined;
  /** The W3C traceparent of the span in progress. */
  traceparent(): string | undefined;
  /** Sends what is left. */
  close(): Promise<void>;
}
