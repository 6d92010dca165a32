import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { MALLOC, NODE_FLAGS } from '@touchline/local-stack/dependencies/process-settings';
import { waitUntil } from '@touchline/local-stack/dependencies/wait';
import { PROJECT } from '@touchline/local-stack/product';
import { cpuMs } from './process-stats.ts';

/** A separate process that runs a built service. */
export interface ServiceProcess {
  pid: number;
  url: string;
  port: number;
  /** CPU time so far, in ms. */
  cpuMs(): number;
  /** Ends it, if it still runs. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

export interface ServiceOptions {
  /** Folder of the service in the project. */
  folder: string;
  port: number;
  env: Readonly<Record<string, string>>;
  /** Node options in addition to those of the product. */
  nodeFlags?: readonly string[] | undefined;
  /** Receives each line of the log, which is dropped by default: reading it would need CPU time. */
  onLog?: ((line: Record<string, unknown>) => void) | undefined;
}

/** Starts a service and waits until it is ready. */
export async function startService(options: ServiceOptions): Promise<ServiceProcess> {
  const { folder, port, env, nodeFlags = [], onLog } = options;
  const child = spawn(
    process.execPath,
    [...NODE_FLAGS, ...nodeFlags, join(PROJECT, folder, 'dist/main.js')],
    {
      stdio: ['ignore', onLog ? 'pipe' : 'ignore', 'inherit'],
      env: { ...MALLOC, PATH: process.env.PATH, NODE_ENV: 'production', PORT: String(port), ...env },
    },
  );
  const ended = new Promise((resolve) => child.once('exit', resolve));
  if (onLog && child.stdout)
    createInterface({ input: child.stdout }).on('line', (line) => onLog(JSON.parse(line)));
  const url = `http://127.0.0.1:${port}`;
  await waitUntil(async () => (await fetch(`${url}/readyz`)).ok, { what: folder, timeoutMs: 120_000 });
  const pid = child.pid!;
  return {
    pid,
    url,
    port,
    cpuMs: () => cpuMs(pid),
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      await ended;
    },
  };
}
