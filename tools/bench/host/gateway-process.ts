import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@touchline/local-stack/dependencies/ports';
import { MALLOC, NODE_FLAGS } from '@touchline/local-stack/dependencies/process-settings';
import { waitUntil } from '@touchline/local-stack/dependencies/wait';
import { PROJECT } from '@touchline/local-stack/product';
import { KEYS_SECRET } from '../data/sessions.ts';

/** A separate process that runs the built gateway. */
export interface GatewayProcess {
  pid: number;
  url: string;
  port: number;
  stop(): Promise<void>;
}

const MAIN = join(PROJECT, 'gateway/dist/main.js');
/** Signs the tokens of services that register. */
export const RELEASE_SECRET = 'a secret of benchmarks with more than thirty-two characters';
const wallet = (digit: string) => `0x${digit.repeat(40)}`;
/** Limit that one client address never reaches; requests are still counted. */
const UNREACHABLE_LIMIT = '100000000';

/**
 * Starts a gateway and waits until it is ready.
 * @param options services: the origin of all services; port: a free one by default
 */
export async function spawnGateway(options: {
  databaseUrl: string;
  natsUrl: string;
  services: string;
  port?: number;
  teamServices?: string;
}): Promise<GatewayProcess> {
  const { databaseUrl, natsUrl, services, teamServices = '' } = options;
  const port = options.port ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const home = mkdtempSync(join(tmpdir(), 'touchline-bench-gateway-files-'));
  const folder = (name: string) => {
    mkdirSync(join(home, name));
    return join(home, name);
  };
  const profile = process.env.BENCH_PROFILE;
  const child = spawn(
    process.execPath,
    [...NODE_FLAGS, ...(profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : []), MAIN],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...MALLOC,
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        LOG_LEVEL: 'info',
        PORT: String(port),
        DATABASE_URL: databaseUrl,
        NATS_URL: natsUrl,
        PUBLIC_URL: url,
        KEYS_SECRET,
        SERVICE_FPL_RELAY_URL: services,
        SERVICE_GAMES_URL: services,
        SERVICE_STAKING_URL: services,
        SERVICE_ADMIN_URL: services,
        RELEASE_SECRET,
        TEAM_SERVICES: teamServices,
        TEAM_SERVICE_REQUESTS_PER_MINUTE: UNREACHABLE_LIMIT,
        TEAM_SERVICE_CONCURRENT_REQUESTS: UNREACHABLE_LIMIT,
        TEAM_SERVICE_TIMEOUT_MS: UNREACHABLE_LIMIT,
        RPC_URL: 'http://127.0.0.1:1',
        TOKEN_ADDRESS: wallet('1'),
        TREASURY_WALLET: wallet('2'),
        STAKING_WALLET: wallet('3'),
        REMOTES_DIR: folder('remotes'),
        SHELL_DIR: folder('shell'),
        RATE_LIMIT_ADDRESS_PER_MINUTE: UNREACHABLE_LIMIT,
        RATE_LIMIT_LEADERBOARD_ADDRESS_PER_MINUTE: UNREACHABLE_LIMIT,
        RATE_LIMIT_LOGIN_ADDRESS_PER_MINUTE: UNREACHABLE_LIMIT,
        RATE_LIMIT_LOGIN_WALLET_PER_MINUTE: UNREACHABLE_LIMIT,
        MAX_CONNECTIONS_PER_ADDRESS: UNREACHABLE_LIMIT,
        MAX_CONNECTIONS: UNREACHABLE_LIMIT,
        MAX_LIVE_STREAMS_PER_ADDRESS: UNREACHABLE_LIMIT,
        MAX_LIVE_STREAMS: UNREACHABLE_LIMIT,
        MAX_UNFINISHED_BODIES_PER_ADDRESS: UNREACHABLE_LIMIT,
      },
    },
  );
  await waitUntil(async () => (await fetch(`${url}/readyz`)).ok, { what: 'gateway', timeoutMs: 120_000 });
  return {
    pid: child.pid!,
    url,
    port,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      rmSync(home, { recursive: true, force: true });
    },
  };
}
