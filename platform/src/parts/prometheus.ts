import { join } from 'node:path';
import { withLock } from '../../bin/lib/lock.mjs';
import { cacheDir } from './cache-dir.ts';
import { aptUnpack, hasApt } from './debian.ts';
import { findProgram, isExecutable } from './find-program.ts';

const INSTALL_HELP =
  'prometheus and promtool are needed: put both on your PATH (https://prometheus.io/download)';

export interface PrometheusPrograms {
  readonly prometheus: string;
  readonly promtool: string;
}

/**
 * Both programs: on PATH, in the user's cache, or unpacked there from Debian's package, without root and without its service.
 * @throws Error with instructions when there are none
 */
export async function prometheusPrograms(say: (text: string) => void): Promise<PrometheusPrograms> {
  const folder = join(cacheDir(), 'prometheus');
  const unpacked = (name: string) => {
    const path = join(folder, 'usr', 'bin', name);
    return isExecutable(path) ? path : undefined;
  };
  const known = (): PrometheusPrograms | undefined => {
    const prometheus = findProgram('prometheus') ?? unpacked('prometheus');
    const promtool = findProgram('promtool') ?? unpacked('promtool');
    return prometheus && promtool ? { prometheus, promtool } : undefined;
  };
  const install = async () => {
    if (!hasApt()) throw new Error(INSTALL_HELP);
    say('unpacking prometheus from Debian into the cache (once)');
    await aptUnpack('prometheus', folder);
    const programs = known();
    if (!programs) throw new Error(INSTALL_HELP);
    return programs;
  };
  return (
    known() ?? (await withLock(join(cacheDir(), 'prometheus.lock'), async () => known() ?? (await install())))
  );
}
