import { findOrUnpack } from './debian.ts';

const INSTALL_HELP =
  'prometheus, promtool, prometheus-node-exporter and prometheus-postgres-exporter are needed: put them on your PATH (https://prometheus.io/download)';

export interface PrometheusPrograms {
  readonly prometheus: string;
  readonly promtool: string;
  /** Exporter of the machine. */
  readonly nodeExporter: string;
  readonly postgresExporter: string;
}

/** These programs, on PATH or from Debian. @throws Error with instructions when there are none */
export async function prometheusPrograms(say: (text: string) => void): Promise<PrometheusPrograms> {
  const find = (name: string, source = name) => findOrUnpack({ name, source, help: INSTALL_HELP }, say);
  return {
    prometheus: await find('prometheus'),
    promtool: await find('promtool', 'prometheus'),
    nodeExporter: await find('prometheus-node-exporter'),
    postgresExporter: await find('prometheus-postgres-exporter'),
  };
}
