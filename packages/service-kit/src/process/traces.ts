import type { Log } from './log.ts';
import type { ActiveSpan, SpanOptions, Traces } from './traces-to-collector.ts';

interface Destination {
  /** URL of an OpenTelemetry collector (OTLP over HTTP); tracing is off without it. */
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  /** Share of traces that are recorded, 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: number;
}

let traces: Traces | undefined;

/** Returns the traces of this process; undefined if tracing is off. */
export const getTraces = (): Traces | undefined => traces;

/** Starts tracing if there is a collector; otherwise the library is not even loaded. Returns a function that stops it. */
export async function startTraces(
  service: string,
  { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: ratio }: Destination,
  log: Log,
): Promise<() => Promise<void>> {
  if (!endpoint) return async () => {};
  const { createTraces } = await import('./traces-to-collector.ts');
  const opened = createTraces({ service, endpoint, ratio, log });
  traces = opened;
  return async () => {
    traces = undefined;
    await opened.close();
  };
}

/** Runs `work` in a span if tracing is on. */
export const inSpan = <T>(options: SpanOptions, work: (span?: ActiveSpan) => Promise<T>): Promise<T> =>
  traces ? traces.runInSpan(options, work) : work();

/** Runs background work, such as a poll, in a span. It starts a new trace if there is no active span. */
export const inBackgroundSpan = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  inSpan({ name, kind: 'internal', startTrace: true }, work);

/** Returns the log fields of the active trace. */
export function traceLogFields(): { trace_id?: string } {
  const [, id] = traces?.traceparent()?.split('-') ?? [];
  return id ? { trace_id: id } : {};
}
