import {
  type Context,
  type DiagLogFunction,
  DiagLogLevel,
  diag,
  isValidSpanId,
  isValidTraceId,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Log } from './log.ts';

/** Options of a span. Use names of routes, statements and subjects only, never a value, a wallet or a token. */
export interface SpanOptions {
  name: string;
  kind: keyof typeof KINDS;
  attributes?: Readonly<Record<string, string | number>>;
  /** W3C traceparent of the parent; default: the active span. */
  parent?: string | undefined;
  /** Accept the parent's decision to record the trace. False at the edge, where public clients must not decide. Default true. */
  trusted?: boolean;
  /** Start a new trace if there is no parent; default: no span. */
  startTrace?: boolean;
}

interface Options {
  service: string;
  endpoint: string;
  ratio: number;
  log: Log;
}

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};

/**
 * Creates spans and sends them to a collector in the background. Only traces.ts imports this module, on demand. It patches no
 * library: our own code creates the spans of requests, events and statements.
 */
export function createTraces({ service, endpoint, ratio, log }: Options) {
  warnOfLostSpans(log);
  const contexts = new AsyncLocalStorageContextManager().enable();
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': `touchline-${service}` }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: SEND_INTERVAL_MS })],
  });
  const tracer = provider.getTracer('touchline');

  /** Finds the parent context of a span; undefined means that no span is created. */
  function findParentContext({
    parent,
    trusted = true,
    startTrace = false,
  }: SpanOptions): Context | undefined {
    const remote = parent
      ? parseRemoteContext(parent, trusted ? undefined : Math.random() < ratio)
      : undefined;
    if (remote) return remote;
    if (trace.getSpan(contexts.active())) return contexts.active();
    return startTrace ? ROOT_CONTEXT : undefined;
  }
  const startSpan = ({ name, kind, attributes = {} }: SpanOptions, parent: Context) =>
    tracer.startSpan(name, { kind: KINDS[kind], attributes }, parent);

  return {
    /** Runs `work` in a span, which ends with it and fails if it throws. */
    async runInSpan<T>(options: SpanOptions, work: (span?: ActiveSpan) => Promise<T>): Promise<T> {
      const parent = findParentContext(options);
      if (!parent) return work();
      const span = startSpan(options, parent);
      try {
        return await contexts.with(trace.setSpan(parent, span), () => work(wrapSpan(span)));
      } catch (error) {
        markFailed(span, getErrorType(error));
        throw error;
      } finally {
        span.end();
      }
    },
    /** Starts a child of the active span and returns a function that ends it; undefined if no active span is recorded. */
    start(options: SpanOptions) {
      const parent = findParentContext(options);
      if (!parent || !trace.getSpan(parent)?.isRecording()) return undefined;
      const span = startSpan(options, parent);
      return (failed?: string) => {
        if (failed !== undefined) markFailed(span, failed);
        span.end();
      };
    },
    /** Returns the W3C traceparent of the active span. */
    traceparent() {
      const current = trace.getSpan(contexts.active())?.spanContext();
      if (!current) return undefined;
      return `00-${current.traceId}-${current.spanId}-0${current.traceFlags & TraceFlags.SAMPLED}`;
    },
    /** Sends the remaining spans. */
    async close() {
      // An unreachable collector must not prevent the process from exiting.
      await provider.shutdown().catch(() => {});
      contexts.disable();
    },
  };
}

const SEND_INTERVAL_MS = 2_000;
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Parses the span of another process; undefined for an invalid text. `recorded` overrides its sampling flag. */
function parseRemoteContext(traceparent: string, recorded: boolean | undefined): Context | undefined {
  const [, traceId = '', spanId = '', flags = '0'] = TRACEPARENT.exec(traceparent) ?? [];
  if (!isValidTraceId(traceId) || !isValidSpanId(spanId)) return undefined;
  const sampled = recorded ?? (Number.parseInt(flags, 16) & TraceFlags.SAMPLED) !== 0;
  const traceFlags = sampled ? TraceFlags.SAMPLED : TraceFlags.NONE;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

export type Traces = ReturnType<typeof createTraces>;
export type ActiveSpan = ReturnType<typeof wrapSpan>;

const wrapSpan = (span: Span) => ({
  rename: (name: string) => span.updateName(name),
  add: (attributes: Readonly<Record<string, string | number>>) => span.setAttributes(attributes),
  /** Marks the span as failed; `type` is a code, because error messages may contain values. */
  fail: (type: string) => markFailed(span, type),
});

function markFailed(span: Span, type: string): void {
  span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR });
}

/** Returns a code or class name, never the message: database messages repeat values. */
function getErrorType(error: unknown): string {
  if (!(error instanceof Error)) return 'error';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

const WARN_INTERVAL_MS = 60_000;

/** Logs warnings of the library, such as an unreachable collector, at most once per minute. */
function warnOfLostSpans(log: Log): void {
  let last = Number.NEGATIVE_INFINITY;
  const warn: DiagLogFunction = (text) => {
    if (performance.now() - last < WARN_INTERVAL_MS) return;
    last = performance.now();
    log.warn({ opentelemetry: text.slice(0, 300) }, 'trace export failed; spans dropped');
  };
  const ignore = () => {};
  diag.setLogger(
    { error: warn, warn, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}
