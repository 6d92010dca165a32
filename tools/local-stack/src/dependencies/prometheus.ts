import { join } from 'node:path';
import { withLock } from '../../bin/lib/lock.mjs';
import { cacheDir } from './cache-dir.ts';
import { aptUnpack, hasApt } from './debian.ts';
import { findProgram, isExecutable } from './find-program.ts';

const INSTALL_HELP =
  'prometheus, promtool, prometheus-node-exporter and prometheus-postgres-exporter are needed: put them on your PATH (https://prometheus.io/download)';
/** Packages of Debian. */
const PROMETHEUS = 'prometheus';
const NODE_EXPORTER = 'prometheus-node-exporter';
const POSTGRES_EXPORTER = 'prometheus-postgres-exporter';

export interface PrometheusPrograms {
  readonly prometheus: string;
  readonly promtool: string;
  /** Debian's packages of Prometheus and the machine exporter. */
  readonly nodeExporter: string;
  /** ... and of a Postgres. */
  readonly postgresExporter: string;
}

/**
 * These programs: on PATH, in the user's cache, or unpacked there from Debian's packages, without root and without their services.
 * @throws Error with instructions when there are none
 */
export async function prometheusPrograms(say: (text: string) => void): Promise<PrometheusPrograms> {
  const folder = (name: string) => join(cacheDir(), name);
  const find = (name: string, debian: string) => {
    const unpacked = join(folder(debian), 'usr', 'bin', name);
    return findProgram(name) ?? (isExecutable(unpacked) ? unpacked : undefined);
  };
  const known = (): PrometheusPrograms | undefined => {
    const prometheus = find('prometheus', PROMETHEUS);
    const promtool = find('promtool', PROMETHEUS);
    const nodeExporter = find(NODE_EXPORTER, NODE_EXPORTER);
    const postgresExporter = find(POSTGRES_EXPORTER, POSTGRES_EXPORTER);
    return prometheus && promtool && nodeExporter && postgresExporter
      ? { prometheus, promtool, nodeExporter, postgresExporter }
      : undefined;
  };
  const install = async () => {
    if (!hasApt()) throw new Error(INSTALL_HELP);
    say('unpacking prometheus and its exporters from Debian into the cache (once)');
    for (const name of [PROMETHEUS, NODE_EXPORTER, POSTGRES_EXPORTER]) await aptUnpack(name, folder(name));
    const programs = known();
    if (!programs) throw new Error(INSTALL_HELP);
    return programs;
  };
  return (
    known() ?? (await withLock(join(cacheDir(), 'prometheus.lock'), async () => known() ?? (await install())))
  );
}
