import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '@touchline/local-stack/dependencies/ports';
import { MALLOC, NODE_FLAGS } from '@touchline/local-stack/dependencies/process-settings';
import { waitUntil } from '@touchline/local-stack/dependencies/wait';
import { PROJECT } from '@touchline/local-stack/product';

const MAIN = join(PROJECT, 'services/games/dist/main.js');

/** The administrator of the service. */
export const ADMIN_WALLET = `0x${'c'.repeat(40)}`;

/** A separate process that runs the built games service. */
export interface GamesService {
  pid: number;
  url: string;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

export interface GamesOptions {
  databaseUrl: string;
  natsUrl: string;
  jwksUrl: string;
  /** A free one by default. */
  port?: number | undefined;
  /** Overrides of the default environment. */
  env?: Readonly<Record<string, string>> | undefined;
  /** Node options in addition to those of the product. */
  nodeFlags?: readonly string[] | undefined;
  /** Receives each line of the log. */
  onLog?: ((line: Record<string, unknown>) => void) | undefined;
}

/** Flags that write a CPU profile to the folder BENCH_PROFILE, one per start; none without that variable. */
function profileFlags(): string[] {
  const dir = process.env.BENCH_PROFILE;
  return dir ? ['--cpu-prof', `--cpu-prof-dir=${dir}`] : [];
}

/** Starts the games service and waits until it is ready. */
export async function startGames({
  databaseUrl,
  natsUrl,
  jwksUrl,
  ...options
}: GamesOptions): Promise<GamesService> {
  const port = options.port ?? (await freePort());
  const child = spawn(
    process.execPath,
    [...NODE_FLAGS, ...(options.nodeFlags ?? []), ...profileFlags(), MAIN],
    {
      stdio: ['ignore', options.onLog ? 'pipe' : 'ignore', 'inherit'],
      env: {
        ...MALLOC,
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        LOG_LEVEL: 'error',
        PORT: String(port),
        DATABASE_URL: databaseUrl,
        NATS_URL: natsUrl,
        JWKS_URL: jwksUrl,
        RPC_URL: 'http://127.0.0.1:9',
        SEAL_SECRET: 'secret of the benchmarks, the same for each',
        SEASON_ENTRY_FEE: '0',
        PRIZES_SEASON: '0 FOOTBALL TOP',
        PRIZES_WEEKLY: '0 FOOTBALL TOP',
        PRIZE_MIN_ENTRIES: '1',
        ADMIN_WALLETS: ADMIN_WALLET,
        TREASURY_WALLET: `0x${'b'.repeat(40)}`,
        TOKEN_ADDRESS: `0x${'a'.repeat(40)}`,
        ...options.env,
      },
    },
  );
  const { onLog } = options;
  if (onLog && child.stdout)
    createInterface({ input: child.stdout }).on('line', (line) => onLog(JSON.parse(line)));
  const url = `http://127.0.0.1:${port}`;
  await waitUntil(async () => (await fetch(`${url}/readyz`)).ok, { what: 'games', timeoutMs: 120_000 });
  return {
    pid: child.pid!,
    url,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill(signal);
      await ended;
    },
  };
}
