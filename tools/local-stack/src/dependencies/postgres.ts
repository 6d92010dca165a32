import { execFile } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { type Child, type ChildWatch, startChild, whenReady } from './child.ts';
import { freePort } from './ports.ts';
import { type PostgresUser, postgresBinaries, postgresUser } from './postgres-binaries.ts';

export interface PostgresOptions {
  /** The cluster's folder; created if missing. For root, other users must be able to reach it. */
  readonly dataDir: string;
  readonly port?: number;
  /** Password of the superuser `postgres`, set when the cluster is created. */
  readonly password: string;
  /** Faster and not durable, for tests. */
  readonly throwaway?: boolean;
  /** More settings, as `name=value`. */
  readonly settings?: readonly string[];
  readonly watch?: ChildWatch;
}

export interface Postgres {
  readonly port: number;
  readonly child: Child;
  /** A connection URL; by default of the superuser on database `postgres`. */
  url(database?: string, user?: string, password?: string): string;
  stop(): Promise<void>;
}

const execute = promisify(execFile);
const TEST_FLAGS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=300'];
const FLAGS = ['max_connections=200'];
const INITDB_FLAGS = [
  '--auth=scram-sha-256',
  '--username=postgres',
  '--encoding=UTF8',
  '--locale=C',
  '--no-sync',
];

/** Starts Postgres on 127.0.0.1 (TCP only, with passwords) and waits until it accepts connections. */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const user = postgresUser();
  const binaries = await postgresBinaries(user);
  const port = options.port ?? (await freePort());
  if (!existsSync(options.dataDir)) await initialise(binaries, options, user);
  const flags = [
    ...(options.throwaway ? TEST_FLAGS : FLAGS),
    'unix_socket_directories=',
    ...(options.settings ?? []),
  ];
  const child = await startChild({
    name: 'postgres',
    command: join(binaries, 'bin', 'postgres'),
    args: [
      '-D',
      options.dataDir,
      '-p',
      String(port),
      '-h',
      '127.0.0.1',
      ...flags.flatMap((flag) => ['-c', flag]),
    ],
    env: postgresEnv(),
    cwd: options.dataDir,
    ...user,
    stopSignal: 'SIGINT', // fast shutdown: closes connections, writes data
    watch: options.watch,
  });
  const url: Postgres['url'] = (database = 'postgres', name = 'postgres', password = options.password) =>
    `postgres://${name}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
  await whenReady(child, () => acceptsConnections(url()), {
    what: 'Postgres to accept connections',
    timeoutMs: 60_000, // crash recovery takes time
  });
  return { port, child, url, stop: () => child.stop() };
}

async function acceptsConnections(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Runs initdb in a temporary folder and moves it into place, so that an interruption leaves no partial cluster. */
async function initialise(binaries: string, options: PostgresOptions, user: PostgresUser | undefined) {
  const fresh = `${options.dataDir}.new`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true, mode: 0o700 });
  const secretDir = mkdtempSync(`${options.dataDir}.initdb-`);
  const secret = join(secretDir, 'password');
  writeFileSync(secret, `${options.password}\n`, { mode: 0o600 });
  if (user) for (const path of [fresh, secretDir, secret]) chownSync(path, user.uid, user.gid);
  const flags = [`--pgdata=${fresh}`, `--pwfile=${secret}`, ...INITDB_FLAGS];
  try {
    await execute(join(binaries, 'bin', 'initdb'), flags, { cwd: '/', ...user, env: postgresEnv() });
  } finally {
    rmSync(secretDir, { recursive: true, force: true });
  }
  renameSync(fresh, options.dataDir);
}

/** The environment without PG* variables, which would change the server's settings. */
function postgresEnv(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(([name]) => !name.startsWith('PG'));
  return { ...Object.fromEntries(entries), LC_ALL: 'C' };
}
