import type { Log } from './log.ts';
import type { ActiveSpan, SpanOptions, Traces } from './span.ts';

interface Destination {
  /** Address of an OpenTelemetry collector (OTLP over HTTP); without one there are no traces. */
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  /** The share of traces that is recorded. */
  OTEL_TRACES_SAMPLER_ARG: number;
}

let traces: Traces | undefined;

/** Undefined unless this process sends traces. One per process, as there is one stdout. */
export const getTraces = (): Traces | undefined => traces;

/** Begins to send traces if there is an address for them; else not even the library is loaded. Returns their end. */
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

/** Runs `work` inside of a span if this process sends traces. */
export const inSpan = <T>(facts: SpanOptions, work: (span?: ActiveSpan) => Promise<T>): Promise<T> =>
  traces ? traces.during(facts, work) : work();

/** The same for what a process does of its own accord: a poll, a piece of a worker's work. It begins a trace unless one has led here. */
export const inBackgroundSpan = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  inSpan({ name, kind: 'internal', begin: true }, work);

/** What a log line says of the trace that it belongs to. */
export function traceLogFields(): { trace_id?: string } {
  const [, id] = traces?.traceparent()?.split('-') ?? [];
  return id ? { trace_id: id } : {};
}
