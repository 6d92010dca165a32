import { subscribe } from 'node:diagnostics_channel';
import { createServer } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { FAILED_TASKS, type FailingTask } from './keep-doing.ts';

/** The Prometheus metrics of one process; register each name once. */
export interface Metrics {
  counter<L extends string>(name: string, help: string, labels?: readonly L[]): Counter<L>;
  gauge<L extends string>(name: string, help: string, labels?: readonly L[]): Gauge<L>;
  /** A histogram of durations in seconds. */
  histogram<L extends string>(name: string, help: string, labels?: readonly L[]): Histogram<L>;
  text(): Promise<string>;
}

/** Creates metrics with a `service` label. `defaults` adds the metrics of the Node process and of its failing background tasks. */
export function createMetrics(service: string, options: { defaults?: boolean } = {}): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  if (options.defaults) {
    collectDefaultMetrics({ register: registry });
    collectFailingTasks(registry);
  }
  const registers = [registry];
  return {
    counter: (name, help, labelNames = []) => new Counter({ name, help, labelNames, registers }),
    gauge: (name, help, labelNames = []) => new Gauge({ name, help, labelNames, registers }),
    histogram: (name, help, labelNames = []) =>
      new Histogram({ name, help, labelNames, registers, buckets: SECONDS }),
    text: () => registry.metrics(),
  };
}

/** Without another failure for this time, a task counts as working: its latest run takes long, or it is not needed. */
const FAILING_MS = 3 * 60_000;

/** Adds the metric of failing tasks; tasks that work have no series. */
function collectFailingTasks(register: Registry): void {
  const tasks = new Set<FailingTask>();
  subscribe(FAILED_TASKS, (failed) => {
    for (const task of tasks) if (task.failedAt === null) tasks.delete(task);
    tasks.add(failed as FailingTask);
  });
  new Gauge({
    name: 'background_failing',
    help: '1 for each background task or step that keeps failing, by its log message',
    labelNames: ['failure', 'step'],
    registers: [register],
    collect() {
      this.reset();
      for (const { labels, failedAt } of tasks)
        if (failedAt !== null && performance.now() - failedAt < FAILING_MS) this.set(labels, 1);
    },
  });
}

/** Wraps the metrics of a process, so that the gauges of one job can be reset alone. */
export function createJobMetrics(metrics: Metrics) {
  const gauges: Gauge<string>[] = [];
  return {
    ...metrics,
    gauge(...definition: Parameters<Metrics['gauge']>) {
      const gauge = metrics.gauge(...definition);
      gauges.push(gauge);
      return gauge;
    },
    /** Removes the values of its gauges when the job ends: another replica reports them from then on. */
    resetGauges() {
      for (const gauge of gauges) gauge.reset();
    },
  };
}

const SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Serves the metrics on a separate port; never expose it. Resolves to a function that closes the server. */
export function serveMetrics(metrics: Metrics, port: number, host: string): Promise<() => Promise<void>> {
  const server = createServer(async (_request, response) => {
    const text = await metrics.text().catch(() => undefined);
    response.writeHead(text === undefined ? 500 : 200, { 'content-type': 'text/plain; version=0.0.4' });
    response.end(text);
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve(() => new Promise((closed) => server.close(() => closed()))));
  });
}
