import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { eventually } from '@touchline/service-kit/testing/waiting';

/** The built service as a separate process, which can be killed and restarted on the same port. */
export interface GamesProcess {
  url: string;
  start(): Promise<void>;
  kill(): Promise<void>;
  /** Starts a process that should exit; resolves to its exit code. */
  exitCode(): Promise<number | null>;
}

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

export function createGamesProcess(options: {
  databaseUrl: string;
  natsUrl: string;
  jwksUrl: string;
  port: number;
  /** Overrides of the default environment. */
  env?: Record<string, string>;
}): GamesProcess {
  const url = `http://127.0.0.1:${options.port}`;
  let child: ChildProcess | undefined;
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: options.databaseUrl,
    NATS_URL: options.natsUrl,
    JWKS_URL: options.jwksUrl,
    PORT: String(options.port),
    SEAL_SECRET: 'secret of the tests, the same for each',
    SEASON_ENTRY_FEE: '0',
    PRIZES_SEASON: '0 FOOTBALL TOP',
    PRIZES_WEEKLY: '0 FOOTBALL TOP',
    PRIZE_MIN_ENTRIES: '1',
    TREASURY_WALLET: `0x${'b'.repeat(40)}`,
    TOKEN_ADDRESS: `0x${'a'.repeat(40)}`,
    RPC_URL: 'http://127.0.0.1:9',
    LOG_LEVEL: 'error',
    ...options.env,
  };
  return {
    url,
    async start() {
      child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'ignore', 'inherit'] });
      const started = child;
      await eventually(async () => {
        if (started.exitCode !== null) throw new Error(`games exited with ${started.exitCode}; is it built?`);
        const response = await fetch(`${url}/readyz`);
        if (!response.ok) throw new Error('not ready');
      }, 60_000);
    },
    async exitCode() {
      const started = spawn(process.execPath, [MAIN], { env, stdio: 'ignore' });
      child = started;
      return new Promise((resolve) => started.once('exit', resolve));
    },
    async kill() {
      const killed = child;
      if (!killed || killed.exitCode !== null || killed.signalCode !== null) return;
      const ended = new Promise((resolve) => killed.once('exit', resolve));
      killed.kill('SIGKILL');
      await ended;
    },
  };
}
