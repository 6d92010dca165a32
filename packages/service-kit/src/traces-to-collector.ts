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
import type { ActiveSpan, SpanOptions, Traces } from './span.ts';

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
 * Sends spans to a collector in the background. Only traces.ts imports this module, and only once traces are wanted. It patches
 * no library: our own few places where calls, questions, events and statements pass ask for their spans.
 */
export function createTraces({ service, endpoint, ratio, log }: Options): Traces {
  warnOfLostSpans(log);
  const contexts = new AsyncLocalStorageContextManager().enable();
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': `touchline-${service}` }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: SEND_EVERY_MS })],
  });
  const tracer = provider.getTracer('touchline');

  /** Where a span belongs; undefined: nowhere, so there is none. */
  function findParentContext({ parent, trusted = true, begin = false }: SpanOptions): Context | undefined {
    const remote = parent ? parseRemoteContext(parent, trusted ? undefined : Math.random() < ratio) : undefined;
    if (remote) return remote;
    if (trace.getSpan(contexts.active())) return contexts.active();
    return begin ? ROOT_CONTEXT : undefined;
  }
  const start = ({ name, kind, attributes = {} }: SpanOptions, place: Context) =>
    tracer.startSpan(name, { kind: KINDS[kind], attributes }, place);

  return {
    async during(facts, work) {
      const place = findParentContext(facts);
      if (!place) return work();
      const span = start(facts, place);
      try {
        return await contexts.with(trace.setSpan(place, span), () => work(wrapSpan(span)));
      } catch (error) {
        fail(span, getErrorType(error));
        throw error;
      } finally {
        span.end();
      }
    },
    begin(facts) {
      const place = findParentContext(facts);
      if (!place || !trace.getSpan(place)?.isRecording()) return undefined;
      const span = start(facts, place);
      return (failed) => {
        if (failed !== undefined) fail(span, failed);
        span.end();
      };
    },
    traceparent() {
      const current = trace.getSpan(contexts.active())?.spanContext();
      if (!current) return undefined;
      return `00-${current.traceId}-${current.spanId}-0${current.traceFlags & TraceFlags.SAMPLED}`;
    },
    async close() {
      // A collector that is away must not keep the process from ending.
      await provider.shutdown().catch(() => {});
      contexts.disable();
    },
  };
}

const SEND_EVERY_MS = 2_000;
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** The span of another process; undefined when the text names none. `recorded` overrules what it says of that. */
function parseRemoteContext(traceparent: string, recorded: boolean | undefined): Context | undefined {
  const [, traceId = '', spanId = '', flags = '0'] = TRACEPARENT.exec(traceparent) ?? [];
  if (!isValidTraceId(traceId) || !isValidSpanId(spanId)) return undefined;
  const sampled = recorded ?? (Number.parseInt(flags, 16) & TraceFlags.SAMPLED) !== 0;
  const traceFlags = sampled ? TraceFlags.SAMPLED : TraceFlags.NONE;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

const wrapSpan = (span: Span): ActiveSpan => ({
  rename: (name) => span.updateName(name),
  add: (attributes) => span.setAttributes(attributes),
  failed: (type) => fail(span, type),
});

function fail(span: Span, type: string): void {
  span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR });
}

/** A code or a class, never the message: a database repeats values in it. */
function getErrorType(error: unknown): string {
  if (!(error instanceof Error)) return 'error';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

const WARN_EVERY_MS = 60_000;

/** The library's complaints, such as a collector that does not answer: at most one a minute. */
function warnOfLostSpans(log: Log): void {
  let last = Number.NEGATIVE_INFINITY;
  const warn: DiagLogFunction = (text) => {
    if (performance.now() - last < WARN_EVERY_MS) return;
    last = performance.now();
    log.warn({ opentelemetry: text.slice(0, 300) }, 'traces are not sent');
  };
  const quiet = () => {};
  diag.setLogger(
    { error: warn, warn, info: quiet, debug: quiet, verbose: quiet },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}
