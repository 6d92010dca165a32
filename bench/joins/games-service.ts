import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { freePort } from '@touchline/platform/parts/ports';
import { waitUntil } from '@touchline/platform/parts/wait';

export interface GamesService {
  url: string;
  /** Processor time of all its threads, in ms: unlike the clock it does not count what else the machine does. */
  busyMs(): number;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

interface Around {
  databaseUrl: string;
  natsUrl: string;
  jwksUrl: string;
}

/** The built service as a process of its own. */
export async function startGames(around: Around): Promise<GamesService> {
  const port = await freePort();
  const main = join(
    createRequire(import.meta.url).resolve('@touchline/games/football/season'),
    '../../main.js',
  );
  const child = spawn(process.execPath, [main], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...{ PATH: process.env.PATH, DATABASE_URL: around.databaseUrl, NATS_URL: around.natsUrl },
      ...{ JWKS_URL: around.jwksUrl, PORT: String(port), RPC_URL: 'http://127.0.0.1:9', LOG_LEVEL: 'warn' },
      ...{ SEASON_ENTRY_FEE: '0', NODE_ENV: 'production' },
      TREASURY_WALLET: `0x${'b'.repeat(40)}`,
      TOKEN_ADDRESS: `0x${'a'.repeat(40)}`,
    },
  });
  const url = `http://127.0.0.1:${port}`;
  await waitUntil(async () => (await fetch(`${url}/readyz`)).ok, { what: 'games', timeoutMs: 120_000 });
  return {
    url,
    busyMs: () => busyMs(child.pid!),
    async stop(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill(signal);
      await ended;
    },
  };
}

/** Processor time of a process that runs, all threads, in ms. */
function busyMs(pid: number): number {
  const tasks = readdirSync(`/proc/${pid}/task`);
  const ns = tasks.map((task) =>
    Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]),
  );
  return ns.reduce((sum, spent) => sum + spent, 0) / 1e6;
}

/** Processor time of a Postgres server and of its sessions, those that have ended included, in ms. */
export function postgresBusyMs(dataDir: string): number {
  const [server = ''] = readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n');
  const fields = readFileSync(`/proc/${server}/stat`, 'utf8').split(') ')[1]!.split(' ');
  const ended = (Number(fields[13]) + Number(fields[14])) * 10; // clock ticks of children that have ended
  const sessions = readFileSync(`/proc/${server}/task/${server}/children`, 'utf8').trim().split(' ');
  return [server, ...sessions].reduce((sum, pid) => {
    try {
      return sum + busyMs(Number(pid));
    } catch {
      return sum; // it ends just now
    }
  }, ended);
}
